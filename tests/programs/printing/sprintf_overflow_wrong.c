// Wrong: three digits and the terminator do not fit.
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char text[3];
  sprintf(text, "%u", __VERIFIER_nondet_uchar());
  return 0;
}
