// Unsigned arithmetic wraps around, at every width.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char up = x;
  up++;
  assert(up == (x == 255 ? 0 : x + 1));

  unsigned short s = (unsigned short)(65535 - x);
  s = (unsigned short)(s + x + 1);
  assert(s == 0);

  unsigned u = 0U - x;
  assert(u + x == 0);

  unsigned long long l = ~0ULL;
  l += x;
  assert(l == (x == 0 ? ~0ULL : x - 1ULL));
  return 0;
}
