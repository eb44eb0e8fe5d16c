// The number of rounds depends on an input, and a sum is kept as an invariant.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 16;
  unsigned sum = 0;
  for (unsigned i = 1; i <= n; i++) {
    sum += i;
    assert(2 * sum == i * (i + 1));
  }
  unsigned steps = 0;
  for (unsigned x = n + 1; x != 1; x = x % 2 ? 3 * x + 1 : x / 2)
    steps++;
  assert(steps < 20);
  return 0;
}
