// A NaN is unequal to everything, itself included, and every ordered comparison with it fails.
#include <assert.h>

int main(void) {
  double zero = 0.0;
  double nan = zero / zero;
  assert(nan != nan && !(nan == nan));
  assert(!(nan < 1) && !(nan > 1) && !(nan <= 1) && !(nan >= 1));
  assert(!(nan == 1) && nan != 1);
  assert(__builtin_isnan(nan) && !__builtin_isnan(zero));
  double sum = nan + 1;
  assert(sum != sum);
  return 0;
}
