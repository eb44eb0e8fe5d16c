// The compiler's builtins for bits and for arithmetic that reports overflow.
#include "checksum.h"

static const unsigned samples[] = {1, 2, 3, 0x80000000U, 0xffffffffU, 0x00ff00ffU, 0x12345678U, 40000};

static void countBits(void) {
  for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
    const unsigned x = samples[i];
    const unsigned long long wide = (unsigned long long)x << 20 | 1;
    mix((unsigned)__builtin_popcount(x));
    mix((unsigned)__builtin_popcountll(wide));
    mix((unsigned)__builtin_clz(x));
    mix((unsigned)__builtin_ctz(x));
    mix((unsigned)__builtin_clzll(wide));
    mix((unsigned)__builtin_ctzll(wide << 7));
    mix((unsigned)__builtin_ffs((int)x));
    mix((unsigned)__builtin_parity(x));
    mix(__builtin_bswap16((unsigned short)x));
    mix(__builtin_bswap32(x));
    mix(__builtin_bswap64(wide));
    mix(__builtin_rotateleft32(x, i));
    mix(__builtin_rotateright64(wide, 3 * i + 1));
    mix(__builtin_bitreverse32(x));
    mix((unsigned)__builtin_abs((int)(x >> 1)));
  }
}

static void checkedArithmetic(void) {
  static const int operands[] = {0, 1, -1, 46341, -46341, INT_MAX, INT_MIN};
  for (unsigned i = 0; i < 7; i++) {
    for (unsigned j = 0; j < 7; j++) {
      int sum, difference, product;
      unsigned wrapped;
      short narrow;
      mix(__builtin_add_overflow(operands[i], operands[j], &sum));
      mix(__builtin_sub_overflow(operands[i], operands[j], &difference));
      mix(__builtin_mul_overflow(operands[i], operands[j], &product));
      mix(__builtin_add_overflow((unsigned)operands[i], (unsigned)operands[j], &wrapped));
      mix(__builtin_add_overflow(operands[i], operands[j], &narrow));
      mix((unsigned)sum);
      mix((unsigned)difference);
      mix((unsigned)product);
      mix(wrapped);
      mix((unsigned short)narrow);
    }
  }
}

int main(void) {
  compare(0, countBits);
  compare(1, checkedArithmetic);
  return finish();
}
