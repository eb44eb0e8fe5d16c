// Switches: dense, sparse, with ranges, over negative and over 64-bit values, jumping into loops.
#include "checksum.h"

static int classify(int c) {
  switch (c) {
  case 'a' ... 'f':
    return 1;
  case '0' ... '9':
    c = 100;
  case -5:
  case -4:
    return c + 2;
  default:
    if (c > 1000)
      return 3;
  case 1000:
    return 4;
  case INT_MIN:
    return 5;
  case INT_MAX:
    return 6;
  }
}

static int wide(unsigned long long x) {
  switch (x) {
  case 0:
    return 1;
  case 0x100000000ULL:
    return 2;
  case ~0ULL:
    return 3;
  case 1ULL << 63:
    return 4;
  }
  return 0;
}

static void values(void) {
  static const int inputs[] = {'a', 'c', 'g', '5', '/', -5, -4, -3, 0, 999, 1000, 1001, INT_MAX, INT_MIN, INT_MAX - 1};
  for (int i = 0; i < 15; i++)
    mix((unsigned)classify(inputs[i]));
  for (unsigned i = 0; i < 64; i += 16)
    mix((unsigned)wide(1ULL << i));
  mix((unsigned)wide(~0ULL));
  mix((unsigned)wide(1ULL << 63));
}

static void copyUnrolled(void) {
  for (int count = 1; count < 12; count++) {
    const char *from = "abcdefghijkl";
    char to[12] = {0}, *at = to;
    int rounds = (count + 3) / 4;
    switch (count % 4) {
      do {
      case 0:
        *at++ = *from++;
      case 3:
        *at++ = *from++;
      case 2:
        *at++ = *from++;
      case 1:
        *at++ = *from++;
      } while (--rounds);
    }
    for (int i = 0; i < 12; i++)
      mix((unsigned char)to[i]);
  }
}

int main(void) {
  compare(0, values);
  compare(1, copyUnrolled);
  return finish();
}
