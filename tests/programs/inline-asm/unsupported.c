// Nothing is wrong, but Heddle does not understand this instruction.
#include <assert.h>

int main(void) {
  int x = 1;
  __asm__("imull $2, %0" : "+r"(x));
  assert(x == 2);
  return 0;
}
