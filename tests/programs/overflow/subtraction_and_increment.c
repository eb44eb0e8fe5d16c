// Guards before the arithmetic keep it within its type.
#include <limits.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  int x = __VERIFIER_nondet_char() < 0 ? INT_MIN : INT_MAX;
  if (x > INT_MIN)
    x--;
  if (x < INT_MAX)
    x++;
  long l = (long)x + x;
  long long product = (long long)x * x;
  return l == product;
}
