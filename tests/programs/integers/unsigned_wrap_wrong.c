// Wrong: an 8-bit counter that is increased is not always larger than before.
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }

int main(void) {
  unsigned char before = __VERIFIER_nondet_uchar();
  unsigned char after = (unsigned char)(before + 1);
  if (after <= before)
    reach_error();
  return 0;
}
