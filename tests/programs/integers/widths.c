// Every integer type has its C width, and small types are promoted to int in arithmetic.
#include <assert.h>
#include <limits.h>

int main(void) {
  assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4);
  assert(sizeof(long) == 8 && sizeof(long long) == 8 && sizeof(__int128) == 16);
  assert(SCHAR_MIN == -128 && UCHAR_MAX == 255);
  assert(SHRT_MIN == -32768 && USHRT_MAX == 65535);
  assert(INT_MAX == 2147483647 && UINT_MAX == 4294967295U);
  assert(LONG_MAX == 9223372036854775807L && ULONG_MAX == 18446744073709551615UL);

  unsigned char a = 200, b = 100;
  assert(a + b == 300);
  assert((unsigned char)(a + b) == 44);
  unsigned short wide = 65535;
  assert(wide * 2 == 131070);
  assert(sizeof(a + b) == sizeof(int));
  return 0;
}
