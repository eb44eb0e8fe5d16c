// As above, for a division by the constant 0.
#include <assert.h>
int main(void) {
  int a = 1 / 0;
  assert(a == 7);
  return 0;
}
