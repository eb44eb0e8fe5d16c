// Also if it depends on an input: nothing follows from an array without elements.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3)
    return 0;
  int array[n];
  assert(n > 0);
}
