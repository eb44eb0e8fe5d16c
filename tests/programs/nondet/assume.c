// An assumption cuts the executions for which it fails.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x > 3);
  __VERIFIER_assume(x < 10);
  assert(x >= 4 && x <= 9);
  return 0;
}
