// Wrong: the Collatz sequence of 9 takes longer than that.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned steps = 0;
  for (unsigned x = __VERIFIER_nondet_uchar() % 16 + 1; x != 1; x = x % 2 ? 3 * x + 1 : x / 2)
    steps++;
  assert(steps < 19);
  return 0;
}
