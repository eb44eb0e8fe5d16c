// Recursion without end: nothing is proved of it.
#include <assert.h>

static int next(int n) { return next(n + 1); }

int main(void) {
  assert(next(0) == 0);
  return 0;
}
