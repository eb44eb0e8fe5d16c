// LLONG_MIN divided by other numbers is defined.
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
long long a = LLONG_MIN;
int main(void) {
  int b = __VERIFIER_nondet_int();
  if (b != 1 && b != -2)
    return 0;
  assert(b == 1 ? a / b == LLONG_MIN : a / b == LLONG_MAX / 2 + 1);
  return 0;
}
