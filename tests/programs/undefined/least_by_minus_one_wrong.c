// The quotient of INT_MIN and -1 is undefined behaviour (and traps on x86): no verdict rests on its value.
#include <assert.h>
#include <limits.h>
int a = INT_MIN, b = -1;
int main(void) {
  int c = a / b;
  assert(c > 0);
  return 0;
}
