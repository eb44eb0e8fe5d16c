// Wrong: with a NaN, neither a < b nor a >= b holds.
#include <assert.h>

int main(void) {
  double zero = 0.0;
  double a = zero / zero, b = 1.0;
  assert(a < b || a >= b);
  return 0;
}
