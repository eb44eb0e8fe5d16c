// 128-bit arithmetic: multiplication modulo a 64-bit number, division, powers, shifts over the middle.
#include "checksum.h"

typedef unsigned __int128 wide;

static unsigned long long multiply(unsigned long long a, unsigned long long b, unsigned long long modulus) {
  return (unsigned long long)((wide)a * b % modulus);
}

static unsigned long long power(unsigned long long base, unsigned exponent, unsigned long long modulus) {
  unsigned long long result = 1;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = multiply(result, base, modulus);
    base = multiply(base, base, modulus);
  }
  return result;
}

static void modular(void) {
  mix(power(3, 1000003, 18446744073709551557ULL));
  mix(power(0x123456789abcdefULL, 77777, 0xfffffffffffffff1ULL));
}

static void divisions(void) {
  wide dividend = ((wide)0xdeadbeefcafebabeULL << 64) | 0x0123456789abcdefULL;
  for (wide divisor = 3; divisor < dividend / 5; divisor = divisor * 1000003 + 17) {
    const wide quotient = dividend / divisor;
    mix((unsigned long long)quotient);
    mix((unsigned long long)(quotient >> 64));
    mix((unsigned long long)(dividend % divisor >> 32));
    const __int128 negative = -(__int128)(dividend >> 1) / (__int128)divisor;
    mix((unsigned long long)(negative >> 60));
    mix(negative % 1000 < 0);
  }
}

static void shifts(void) {
  const wide x = ((wide)0x8000000000000001ULL << 64) | 0x8000000000000001ULL;
  for (unsigned n = 0; n < 128; n += 9) {
    mix((unsigned long long)(x >> n));
    mix((unsigned long long)((x << n) >> 64));
    mix((unsigned long long)((__int128)x >> n >> 64));
  }
}

int main(void) {
  compare(0, modular);
  compare(1, divisions);
  compare(2, shifts);
  return finish();
}
