// An assumption that the compiler is told does not hold: undefined behaviour, not an assumption of the verification.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __builtin_assume(x > 3);
  assert(x > 2);
  return 0;
}
