// The struct is constant, but what it points to is not.
#include <assert.h>

struct option {
  int *value;
};
void parse(const struct option *option);

int main(void) {
  int value = 0;
  struct option option = {&value};
  parse(&option);
  assert(value == 0);
  return 0;
}
