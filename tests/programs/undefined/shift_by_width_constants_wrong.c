// As above, for a shift by the width of the type.
#include <assert.h>
int main(void) {
  int a = 1 << 32;
  assert(a == 0);
  return 0;
}
