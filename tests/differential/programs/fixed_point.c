// Fixed-point numbers: square roots, sines by a series, and saturation.
#include "checksum.h"

typedef int fixed; // 16.16

static fixed multiply(fixed a, fixed b) { return (fixed)((long long)a * b >> 16); }
static fixed divide(fixed a, fixed b) { return (fixed)((long long)a * 65536 / b); }

static fixed squareRoot(fixed x) {
  fixed guess = x > 65536 ? x : 65536;
  for (int i = 0; i < 20; i++)
    guess = (guess + divide(x, guess)) / 2;
  return guess;
}

static fixed sine(fixed x) {
  fixed term = x, sum = x;
  for (int n = 1; n < 6; n++) {
    term = -divide(multiply(multiply(term, x), 65536), 2 * n * (2 * n + 1) << 16);
    sum += term;
  }
  return sum;
}

static short saturate(int x) { return (short)(x > SHRT_MAX ? SHRT_MAX : x < SHRT_MIN ? SHRT_MIN : x); }

static void run(void) {
  for (fixed x = 6554; x < 10 << 16; x += 55555) {
    mix((unsigned)squareRoot(x));
    mix((unsigned)sine(x % (3 << 16)));
    mix((unsigned)saturate(x - (5 << 16)));
  }
}

int main(void) {
  compare(0, run);
  return finish();
}
