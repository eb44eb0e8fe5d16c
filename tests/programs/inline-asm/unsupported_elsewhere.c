// Wrong on a path without the assembly that Heddle does not understand.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x = 1;
  if (__VERIFIER_nondet_bool())
    __asm__("imull $2, %0" : "+r"(x));
  assert(x == 2);
  return 0;
}
