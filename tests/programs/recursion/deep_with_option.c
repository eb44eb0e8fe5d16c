// Nothing is wrong, and with a larger bound Heddle can say so.
#include <assert.h>

static unsigned depth(unsigned n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
  assert(depth(20) == 20);
  return 0;
}
