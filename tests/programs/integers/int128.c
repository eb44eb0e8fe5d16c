// 128-bit integers: multiplication, division and shifts across the 64-bit halves.
#include <assert.h>

typedef unsigned __int128 wide;

int main(void) {
  wide a = 0xffffffffffffffffULL;
  wide square = a * a;
  assert((unsigned long long)square == 1);
  assert((unsigned long long)(square >> 64) == 0xfffffffffffffffeULL);
  assert(square / a == a && square % a == 0);
  assert(((wide)1 << 100) >> 99 == 2);

  __int128 negative = -1;
  assert(negative >> 127 == -1);
  assert((wide)negative >> 127 == 1);
  assert(negative < 0 && (wide)negative > square);
  return 0;
}
