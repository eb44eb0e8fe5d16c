// Wrong: division does not round down for negative numbers, a shift does.
#include <assert.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  int a = __VERIFIER_nondet_char();
  assert(a / 2 == a >> 1);
  return 0;
}
