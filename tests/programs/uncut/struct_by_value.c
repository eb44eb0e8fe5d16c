// As any_struct_by_value.c: the violation depends on submit(), which may write the result.
#include <assert.h>

struct request {
  int header[9];
  int *result;
};
void submit(struct request request);

int main(void) {
  int result = 0;
  struct request request = {{0}, &result};
  submit(request);
  assert(result == 1);
  return 0;
}
