// The program claims that a point is not reached, but it is.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 5)
    __builtin_unreachable();
  assert(n != 5);
  return 0;
}
