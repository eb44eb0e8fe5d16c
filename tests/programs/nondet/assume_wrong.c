// Wrong: the assumption comes after the assertion.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  assert(x < 10);
  __VERIFIER_assume(x < 10);
  return 0;
}
