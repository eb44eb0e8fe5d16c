// Divisions whose divisor is neither zero nor minus one.
#include <limits.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  int divisor = __VERIFIER_nondet_char();
  if (divisor == 0 || divisor == -1)
    return 0;
  unsigned all = UINT_MAX / (unsigned)divisor;
  return INT_MIN / divisor + INT_MIN % divisor == (int)(all >> 1);
}
