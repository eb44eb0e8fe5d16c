// Not proved: the amount of a compound assignment to an atomic is too large, although its low half is 0.
#include <assert.h>
#include <stdatomic.h>

__int128 amount = (__int128)1 << 64;
_Atomic int number = 1;

int main(void) {
  number <<= amount;
  assert(number == 1);
  return 0;
}
