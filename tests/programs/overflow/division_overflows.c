// Wrong: the smallest int divided by -1 does not fit into int.
#include <limits.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  int divisor = __VERIFIER_nondet_char();
  if (divisor == 0)
    return 0;
  return INT_MIN % divisor;
}
