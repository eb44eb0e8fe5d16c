// Right shifts of signed numbers copy the sign; amounts may be variable.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 32;
  unsigned one = 1;
  assert((one << n) >> n == 1);
  assert((-1 >> n) == -1);
  assert((0xffffffffU >> n) == (n == 0 ? 0xffffffffU : (1U << (32 - n)) - 1));
  assert((1ULL << (n + 32)) >> 32 == 1ULL << n);

  unsigned x = 0x80000001U;
  unsigned rotated = n == 0 ? x : x << n | x >> (32 - n);
  assert(__builtin_popcount(rotated) == 2);

  unsigned char byte = 0x80;
  assert(byte << 1 == 0x100);
  byte <<= 1;
  assert(byte == 0);
  return 0;
}
