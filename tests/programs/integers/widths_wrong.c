// Wrong: the sum is done in int, but the variable that takes it has 8 bits only.
#include <assert.h>

int main(void) {
  unsigned char a = 200, b = 100;
  unsigned char sum = a + b;
  assert(sum == a + b);
  return 0;
}
