// The product fits into a long of 64 bits.
#include <assert.h>

int main(void) {
  long x = 100000;
  assert(x * x == 10000000000LL);
  return 0;
}
