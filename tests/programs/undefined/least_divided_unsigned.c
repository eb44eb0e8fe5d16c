// An unsigned division has no such case.
#include <assert.h>
#include <limits.h>
unsigned a = 0x80000000U;
int b = -1;
int main(void) {
  assert(a / b == 0);
  assert(a % b == a);
  return 0;
}
