// assume_abort_if_not, as verification tasks define it themselves.
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}

static void assume_abort_if_not(int condition) {
  if (!condition)
    abort();
}

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  assume_abort_if_not(x % 2 == 0);
  if (x == 7)
    reach_error();
  return 0;
}
