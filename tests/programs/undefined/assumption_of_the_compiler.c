// An assumption that holds changes nothing.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= 3)
    return 0;
  __builtin_assume(x > 3);
  assert(x > 2);
  return 0;
}
