// When overflow is not what is checked, signed arithmetic wraps around.
#include <assert.h>

int main(void) {
  volatile int x = 2147483647;
  int y = x + 1;
  assert(y == -2147483647 - 1);
  y = x * 2;
  assert(y == -2);
  return 0;
}
