// Assembly that is never reached does not stand in the way of a proof.
#include <assert.h>

int main(void) {
  volatile int never = 0;
  int x = 2;
  if (never)
    __asm__("imull $2, %0" : "+r"(x));
  assert(x == 2);
  return 0;
}
