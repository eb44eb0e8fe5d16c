// Not proved: an amount of 2^32 is too large, although its low half is 0.
#include <assert.h>

unsigned long amount = 1UL << 32;
unsigned number = 1;

int main(void) {
  number >>= amount;
  assert(number == 1);
  return 0;
}
