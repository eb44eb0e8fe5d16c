// Nor has __float128.
#include <assert.h>

int main(void) {
  __float128 z = 1;
  z += 1;
  z = -z;
  assert(z == -2 || z != z);
}
