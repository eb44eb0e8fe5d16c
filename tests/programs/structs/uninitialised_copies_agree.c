// Two copies of a struct that was never initialised have the same value.
#include <assert.h>
struct s {
  int a, b, c, d;
};
int main(void) {
  struct s original, first, second;
  first = original;
  second = original;
  assert(first.c == second.c);
  assert(original.d == first.d);
  return 0;
}
