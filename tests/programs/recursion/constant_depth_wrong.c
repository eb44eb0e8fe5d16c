// Wrong: the sum is that of the numbers below 30.
#include <assert.h>

static unsigned sum(unsigned n) { return n == 0 ? 0 : n + sum(n - 1); }

int main(void) {
  assert(sum(30) == 435);
  return 0;
}
