// The interpreter chooses the value of each copy by itself: what it finds then is not a violation.
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
