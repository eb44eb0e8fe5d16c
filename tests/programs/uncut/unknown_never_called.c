// A function without a body that no execution calls does not matter.
#include <assert.h>
#include <stdlib.h>

int *repair(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int() & 7;
  int values[8] = {0};
  if (n > 7)
    values[0] = *repair();
  values[n] = 1;
  assert(values[n] == 1);
  return 0;
}
