// The same inputs in another order.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = 0, b = 0;
  if (__VERIFIER_nondet_bool()) {
    a = __VERIFIER_nondet_bool();
    b = __VERIFIER_nondet_uchar();
  } else {
    a = __VERIFIER_nondet_uchar();
    b = __VERIFIER_nondet_bool();
  }
  assert(a < 2 || b < 2);
  return 0;
}
