// Undefined operations on constants that no execution gets to do no harm.
#include <assert.h>
#include <limits.h>
int flag;
int main(void) {
  int a = flag ? INT_MIN / -1 : 1;
  if (flag)
    a = 1 << 32;
  assert(a == 1);
  return 0;
}
