// Nothing is wrong, but the recursion is deeper than the default bound.
#include <assert.h>

static unsigned depth(unsigned n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
  assert(depth(20) == 20);
  return 0;
}
