// Conversions between integers and floating-point numbers: exact where possible, toward zero to integers.
#include <assert.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  int i = __VERIFIER_nondet_char();
  assert((int)(double)i == i && (int)(float)i == i);
  assert((int)(i + 0.5) == (i >= 0 ? i : i + 1));
  assert((int)(i / 4.0) == i / 4);
  assert((double)(float)(i * 0.25) == i * 0.25);
  assert((float)16777217 == 16777216.0f);
  assert((unsigned char)200.9 == 200 && (long long)-1e15 == -1000000000000000LL);
  assert((double)0xffffffffffffffffULL == 18446744073709551616.0);
  assert((unsigned)4294967295.0 == 4294967295U);
  assert((long double)0.1 == 0.1 && sizeof(long double) == 16);
  union {
    float f;
    unsigned u;
  } bits = {-2.5f};
  assert(bits.u == 0xc0200000U);
  return 0;
}
