// Conversions between floating point and integers at the edges of their ranges.
#include "checksum.h"

static void edges(void) {
  static const double values[] = {-0.9,         -1.5,  0.999999, 2147483647.9, -2147483648.9,
                                  4294967295.9, 255.5, -128.25,  1e18};
  for (int i = 0; i < 9; i++) {
    const double x = values[i];
    mix((unsigned)toInt(x));
    mix(toUnsigned(x));
    mix(toByte((float)x));
    mix((unsigned long)toLong(x));
    mix(toUnsignedLong(x));
    mix((unsigned long long)(long long)x);
    mix((unsigned long long)((__int128)(x * 1e10) >> 10));
  }
  mix((unsigned long)1.8446744073709550e19);
  mix((unsigned)(long long)-3e9f);
  mix((_Bool)0.001);
  mix((_Bool)-0.0);
}

static void fromIntegers(void) {
  for (unsigned shift = 0; shift < 64; shift += 3) {
    const unsigned long long bits = 0xfedcba9876543211ULL >> shift;
    mixFloat((float)bits);
    mixDouble((double)bits);
    mixFloat((float)(long long)bits);
    mixDouble((double)-(long long)(bits >> 1));
    mixFloat((float)(short)bits);
    mixDouble((double)(((unsigned __int128)bits << 40) + 12345));
  }
}

int main(void) {
  compare(0, edges);
  compare(1, fromIntegers);
  return finish();
}
