// Wrong under ILP32: the product does not fit into a long of 32 bits.
#include <assert.h>

int main(void) {
  long x = 100000;
  assert(x * x == 10000000000LL);
  return 0;
}
