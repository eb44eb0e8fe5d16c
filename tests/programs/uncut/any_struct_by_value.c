// A large struct that is passed by value has a pointer in it.
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
  assert(result == 0);
  return 0;
}
