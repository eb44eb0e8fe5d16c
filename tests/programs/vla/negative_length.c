// A length that may be negative: the executions in which it is are not followed.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3)
    return 0;
  int array[n];
  assert(n > 0);
}
