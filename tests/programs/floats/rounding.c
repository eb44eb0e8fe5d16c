// Rounding in all directions, with the signs of zeros; of a number and not-a-number, fmin and fmax give the number.
#include <assert.h>
#include <math.h>

volatile double half = 2.5;

int main(void) {
  assert(round(half) == 3 && round(-half) == -3 && round(0.49999999999999994) == 0);
  assert(rint(half) == 2 && nearbyint(-half) == -2 && rint(half + 1) == 4);
  assert(floor(half) == 2 && floor(-half) == -3 && ceil(half) == 3 && ceil(-half) == -2);
  assert(trunc(half) == 2 && trunc(-half) == -2 && trunc(0x1p60) == 0x1p60);
  assert(signbit(ceil(-0.5)) && signbit(round(-0.25)) && signbit(trunc(-0.0)) && !signbit(floor(0.5)));
  assert(isnan(floor(NAN)) && isinf(round(INFINITY)));
  assert(roundf(1.5F) == 2 && floorf(-1.5F) == -2 && truncf(1.75F) == 1 && rintf(0.5F) == 0);
  assert(fmin(NAN, half) == 2.5 && fmax(half, NAN) == 2.5 && fmin(1, 2) == 1 && fmaxf(1, 2) == 2);
  assert(fabs(-half) == 2.5 && copysign(half, -0.0) == -2.5);
  return 0;
}
