// Wrong for most values, also for some of those that are tried.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x < 5 || x > 100);
  return 0;
}
