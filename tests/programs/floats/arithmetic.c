// float and double follow IEEE 754 with rounding to nearest even.
#include <assert.h>

int main(void) {
  double a = 0.1, b = 0.2;
  assert(a + b != 0.3 && a + b > 0.3 && a + b < 0.3000000000000001);
  float f = 16777216.0f;
  assert(f + 1.0f == f && f + 2.0f > f);
  assert((float)0.1 != 0.1 && (float)0.5 == 0.5);
  double third = 1.0 / 3.0;
  assert(third * 3.0 == 1.0 && -third < 0 && !(third > third));
  double large = 1e308;
  double infinite = large * 10;
  assert(infinite > large && infinite == infinite + 1 && -infinite < -large);
  double zero = 0.0, minus = -0.0;
  assert(zero == minus && 1.0 / zero != 1.0 / minus);
  return 0;
}
