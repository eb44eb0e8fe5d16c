// Wrong: a byte does not keep what a short can hold.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  short wide = (short)(__VERIFIER_nondet_uchar() * 2);
  unsigned char narrow = (unsigned char)wide;
  assert(narrow == wide);
  return 0;
}
