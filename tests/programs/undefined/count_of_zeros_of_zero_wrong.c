// __builtin_clz(0) is undefined.
#include <assert.h>
unsigned x;
int main(void) {
  int n = __builtin_clz(x);
  assert(n == 32);
  return 0;
}
