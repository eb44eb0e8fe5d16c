// INT_MIN / -1 is defined in a wider type: the operands are promoted first.
#include <assert.h>
#include <limits.h>
int a = INT_MIN;
long b = -1;
signed char c = SCHAR_MIN;
int main(void) {
  assert(a / b == -(long)INT_MIN);
  assert(c / -1 == 128);
  assert(c % -1 == 0);
  return 0;
}
