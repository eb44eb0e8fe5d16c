// The 80-bit format: 64 bits of mantissa, conversions in both directions, comparisons.
#include "checksum.h"

static void arithmetic(void) {
  long double third = 1.0L / 3, sum = 0;
  for (int i = 0; i < 30; i++) {
    sum += third;
    third *= -1.000001L;
    mixLongDouble(sum);
    mixDouble((double)sum);
    mixFloat((float)sum);
  }
}

static void conversions(void) {
  static const long long numbers[] = {0, -1, 9007199254740993LL, LLONG_MAX, LLONG_MIN, 1234567890123456789LL};
  for (int i = 0; i < 6; i++) {
    const long double exact = (long double)numbers[i];
    mixLongDouble(exact);
    mix((long double)(double)numbers[i] == exact);
    mix((unsigned long long)(long long)(exact / 3));
    mix(exact < (long double)numbers[(i + 1) % 6]);
    mixLongDouble((long double)(unsigned long long)numbers[i] * 0.5L);
  }
  mixLongDouble(0.1);
  mixLongDouble(0.1L);
  mixLongDouble(0.1f);
  mix(sizeof(long double));
}

int main(void) {
  compare(0, arithmetic);
  compare(1, conversions);
  return finish();
}
