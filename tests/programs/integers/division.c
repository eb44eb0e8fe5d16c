// Division truncates toward zero, and the remainder has the sign of the dividend.
#include <assert.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  int a = __VERIFIER_nondet_char();
  const int divisors[4] = {1, 3, -3, 7};
  for (int i = 0; i < 4; i++) {
    const int b = divisors[i];
    assert(a / b * b + a % b == a);
    assert(a % b == 0 || (a % b < 0) == (a < 0));
  }
  assert(-7 / 2 == -3 && -7 % 2 == -1);
  assert((unsigned)-7 / 2 == 2147483644U);
  return 0;
}
