// Rounding to nearest even: halves, sums that lose digits, numbers below the normal range, overflow.
#include "checksum.h"

static void halves(void) {
  for (int i = 0; i < 16; i++) {
    mixFloat((float)(16777216 + i));
    mixFloat((float)(0x7fffffbfLL + i * 8));
    mixDouble((double)(9007199254740992LL + i));
    mixDouble((double)(0xfffffffffffff800ULL + (unsigned)i * 100));
    mixFloat((float)(1.0 + i * 5.9604644775390625e-8));
    mixFloat((float)(16777216.0 + i * 0.5));
  }
}

static void compensatedSum(void) {
  float naive = 0, sum = 0, lost = 0;
  for (int i = 1; i <= 200; i++) {
    const float term = 1.0f / (float)i;
    naive += term;
    const float corrected = term - lost;
    const float next = sum + corrected;
    lost = (next - sum) - corrected;
    sum = next;
  }
  mixFloat(naive);
  mixFloat(sum);
  mixFloat(lost);
}

static void extremes(void) {
  double tiny = 2.2250738585072014e-308;
  for (int i = 0; i < 60; i++) {
    mixDouble(tiny);
    tiny /= 3;
  }
  float small = 1.17549435e-38f;
  while (small > 0) {
    mixFloat(small);
    small *= 0.3f;
  }
  double large = 1e300;
  for (int i = 0; i < 12; i++) {
    mixDouble(large);
    mixFloat((float)large);
    large *= 10;
  }
  mix(1.0 / large == 0);
  mix(large - large == large - large);
  mixDouble(large - large);
}

int main(void) {
  compare(0, halves);
  compare(1, compensatedSum);
  compare(2, extremes);
  return finish();
}
