// Compound assignment computes in the common type and converts back: also between integers and floats.
#include "checksum.h"

static void conversions(void) {
  unsigned char c = 200;
  c += 50.75;
  mix(c);
  c *= 3;
  mix(c);
  c -= 1000;
  mix(c);
  c %= 50;
  c /= 0.3f;
  mix(c);
  c <<= 9;
  mix(c);
  short s = 1000;
  s *= 33L;
  mix((unsigned)s);
  s >>= 1;
  s %= 77;
  mix((unsigned)s);
  int i = 10;
  i *= 2.55;
  i -= 1e3f;
  mix((unsigned)i);
  i |= 0x80000000U >> 4;
  mix((unsigned)i);
  unsigned u = 5;
  u -= 6;
  u /= -2;
  mix(u);
  float f = 0.1f;
  f += 0.1;
  f *= 3;
  mixFloat(f);
  f += 1LL << 40;
  mixFloat(f);
  double d = 1;
  d /= 3;
  d -= 0.1f;
  mixDouble(d);
  _Bool b = 1;
  b += 5;
  mix(b);
  b -= 1;
  mix(b);
  b |= 0x100;
  mix(b);
  long long l = -5;
  l %= 3U;
  mix((unsigned long long)l);
  l = -5;
  l /= 3UL;
  mix((unsigned long long)l);
  char *p = (char *)&l;
  p += c % 8;
  mix((unsigned long)(p - (char *)&l));
}

static void chains(void) {
  unsigned char narrow;
  int wide;
  wide = narrow = 0x1234;
  mix((unsigned)wide);
  int a = 1, b = 2, c = 3;
  a += b -= c <<= 3;
  mix((unsigned)(a * 10000 + b * 100 + c));
  int values[3] = {0}, at = 0;
  values[at++] += 5;
  values[at++]--;
  ++values[at];
  mix((unsigned)(values[0] * 49 + values[1] * 7 + values[2]));
}

int main(void) {
  compare(0, conversions);
  compare(1, chains);
  return finish();
}
