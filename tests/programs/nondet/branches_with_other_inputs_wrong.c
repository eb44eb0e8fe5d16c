// Wrong: the two ways out of the branch take inputs of different ranges, and one of them may be any number.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned number = 5, value = 0;
  int outcome = 0;
  if (__VERIFIER_nondet_bool())
    outcome = __VERIFIER_nondet_bool() ? 2 : 1;
  else
    value = __VERIFIER_nondet_uint();
  if (outcome == 0)
    number = value;
  assert(number != 123456);
  return 0;
}
