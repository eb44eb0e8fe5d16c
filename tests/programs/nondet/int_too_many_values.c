// Nothing is wrong, but there are too many values to try them all.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x == x / 2 + x / 2 + x % 2);
  return 0;
}
