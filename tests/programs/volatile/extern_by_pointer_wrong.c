// The pointer may lead to a volatile object that is defined elsewhere.
#include <assert.h>
extern volatile int reg;
static volatile int own;
int __VERIFIER_nondet_int(void);
int main(void) {
  volatile int *p = __VERIFIER_nondet_int() ? &reg : &own;
  int a = *p;
  int b = *p;
  assert(a == b);
  return 0;
}
