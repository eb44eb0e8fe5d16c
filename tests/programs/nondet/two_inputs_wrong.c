// Wrong: exactly one combination of the two inputs breaks it.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  assert(!(x == 77 && y == 191));
  return 0;
}
