// A _Bool is 0 or 1, whatever is assigned to it.
#include <assert.h>
#include <stdbool.h>

unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  bool b = x;
  assert(b == (x != 0));
  assert(b + b == (x ? 2 : 0));
  b = 0.25;
  assert(b == 1);
  b = &x;
  assert(b);
  b++;
  assert(b == true);
  b--;
  assert(b == false);
  bool any = __VERIFIER_nondet_bool();
  assert(any == 0 || any == 1);
  assert((any ^ !any) == 1);
  return 0;
}
