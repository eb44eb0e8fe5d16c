// All combinations of two inputs are tried.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  _Bool add = __VERIFIER_nondet_bool();
  unsigned char y = (unsigned char)(add ? x + 1 : x - 1);
  assert((unsigned char)(add ? y - 1 : y + 1) == x);
  return 0;
}
