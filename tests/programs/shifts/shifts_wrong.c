// Wrong: shifting a negative number right never reaches zero, so it is no division for it.
#include <assert.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  int x = __VERIFIER_nondet_char();
  assert(x >> 8 == 0);
  return 0;
}
