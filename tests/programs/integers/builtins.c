// The compiler's bit-counting builtins agree with loops that count.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned x = (unsigned)__VERIFIER_nondet_uchar() << 7 | 1;
  int ones = 0;
  for (unsigned rest = x; rest; rest >>= 1)
    ones += (int)(rest & 1);
  assert(__builtin_popcount(x) == ones);
  assert(__builtin_parity(x) == ones % 2);
  assert(__builtin_ctz(x) == 0 && __builtin_ctz(x << 5) == 5);
  int leading = 0;
  while (!(x & 0x80000000U >> leading))
    leading++;
  assert(__builtin_clz(x) == leading);
  assert(__builtin_bswap32(0x01020304U) == 0x04030201U);
  return 0;
}
