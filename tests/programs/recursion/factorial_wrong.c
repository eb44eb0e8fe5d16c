// Wrong: the recursion ends one step too early.
#include <assert.h>

static int sum(int n) { return n <= 1 ? 0 : n + sum(n - 1); }

int main(void) {
  assert(sum(4) == 10);
  return 0;
}
