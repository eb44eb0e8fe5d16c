// Static locals, recursion with its own locals at each level, and order of evaluation that C defines.
#include "checksum.h"

static unsigned next(void) {
  static unsigned state = 12345;
  state = state * 1103515245U + 12345U;
  return state >> 16;
}

static unsigned gcd(unsigned a, unsigned b) {
  const unsigned rest[2] = {b, b ? a % b : 0};
  return b == 0 ? a : gcd(rest[0], rest[1]);
}

static unsigned permute(unsigned char *items, unsigned fixed, unsigned count) {
  if (fixed == count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; i++)
      value = value * 10 + items[i];
    mix(value);
    return 1;
  }
  unsigned total = 0;
  for (unsigned i = fixed; i < count; i++) {
    const unsigned char saved = items[fixed];
    items[fixed] = items[i];
    items[i] = saved;
    total += permute(items, fixed + 1, count);
    items[i] = items[fixed];
    items[fixed] = saved;
  }
  return total;
}

static void generator(void) {
  for (int i = 0; i < 20; i++)
    mix(next());
  const unsigned a = next() && next() || next();
  const unsigned b = (next(), next()) % 10 > 4 ? next() : 0;
  mix(a + b);
  mix(next());
}

static void recursion(void) {
  mix(gcd(987, 610 * 6));
  unsigned char items[] = {1, 2, 3, 4};
  mix(permute(items, 0, 4));
}

int main(void) {
  compare(0, generator);
  compare(1, recursion);
  return finish();
}
