// Wrong: an amount of 2^32 is too large, although its low half is 0.
#include <assert.h>

long amount = 1L << 32;

int main(void) {
  assert(1 << amount == 1);
  return 0;
}
