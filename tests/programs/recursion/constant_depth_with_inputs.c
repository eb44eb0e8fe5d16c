// Recursion of constant depth, with a branch on an input in each call that does not decide whether it goes on.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char seen;

static void sum(int n, unsigned *result) {
  if (__VERIFIER_nondet_uchar() > 100)
    seen = 1;
  if (n == 0)
    return;
  *result += 1;
  sum(n - 1, result);
}

int main(void) {
  unsigned result = 0;
  sum(12, &result);
  assert(result == 12);
  return 0;
}
