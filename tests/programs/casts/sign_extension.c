// Widening a signed type copies its sign, widening an unsigned type adds zeroes.
#include <assert.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  signed char c = __VERIFIER_nondet_char();
  unsigned char u = (unsigned char)c;
  int fromSigned = c, fromUnsigned = u;
  assert(fromUnsigned >= 0 && fromUnsigned <= 255);
  assert(fromSigned >= -128 && fromSigned <= 127);
  assert(fromUnsigned == (c < 0 ? c + 256 : c));
  assert((unsigned long)c == (c < 0 ? 0xffffffffffffff00UL + u : u));
  assert((long)(unsigned)fromSigned == (c < 0 ? 4294967296L + c : c));
  return 0;
}
