// A conversion to a narrower type keeps the low bits.
#include <assert.h>

int main(void) {
  long long l = 0x123456789abcdef0LL;
  assert((int)l == (int)0x9abcdef0);
  assert((unsigned short)l == 0xdef0);
  assert((signed char)l == -16);
  assert((unsigned char)l == 0xf0);
  assert((_Bool)(l & 0xf00) == 1);
  assert((unsigned char)-1 == 255);
  assert((unsigned)(signed char)0x80 == 0xffffff80U);
  return 0;
}
