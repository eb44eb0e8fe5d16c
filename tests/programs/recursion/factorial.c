// Recursion that stays within the depth bound.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int factorial(int n) { return n == 0 ? 1 : n * factorial(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_uchar() % 7;
  int product = 1;
  for (int i = 1; i <= n; i++)
    product *= i;
  assert(factorial(n) == product);
  return 0;
}
