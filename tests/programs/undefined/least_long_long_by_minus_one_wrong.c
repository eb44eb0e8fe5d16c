// The same for long long, with an input.
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
long long a = LLONG_MIN;
int main(void) {
  int b = __VERIFIER_nondet_int();
  if (b != -1 && b != 1)
    return 0;
  assert(a / b == LLONG_MIN);
  return 0;
}
