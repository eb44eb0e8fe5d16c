// Other counts of zeros are defined, and __builtin_ffs(0) is.
#include <assert.h>
unsigned x = 8;
int zero;
int main(void) {
  assert(__builtin_clz(x) == 28 && __builtin_ctz(x) == 3);
  assert(__builtin_ffs(zero) == 0 && __builtin_popcount(0) == 0);
  return 0;
}
