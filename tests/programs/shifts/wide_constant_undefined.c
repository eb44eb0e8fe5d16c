// Not proved: the constant amount is too large, although its low half is 0.
#include <assert.h>

int main(void) {
  int number = 1 << (1L << 32);
  assert(number == 1);
  return 0;
}
