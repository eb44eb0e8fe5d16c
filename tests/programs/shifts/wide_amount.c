// The amount of a shift may be wider than the shifted number; a conversion that the program writes comes before it.
#include <assert.h>
#include <stdatomic.h>

long amount = (1L << 32) + 2;
_Atomic int shared = 1;
struct {
  unsigned bits : 5;
} field = {1};

int main(void) {
  assert(1 << (int)amount == 4);
  assert(1 << (amount - (1L << 32)) == 4);
  const unsigned __int128 two = 2;
  shared <<= two;
  field.bits <<= 2ULL;
  assert(shared == 4 && field.bits == 4);
  return 0;
}
