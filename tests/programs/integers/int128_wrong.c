// Wrong: the product is computed in 64 bits, and only then widened.
#include <assert.h>

int main(void) {
  unsigned long long a = 1ULL << 40;
  unsigned __int128 product = a * a;
  assert(product >> 80 == 1);
  return 0;
}
