// Nothing is wrong, but the recursion is deeper than the default bound, and how deep it is depends on an input.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static unsigned depth(unsigned n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 21;
  assert(depth(n) == n);
  return 0;
}
