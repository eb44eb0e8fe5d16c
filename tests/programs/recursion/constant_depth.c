// Recursion deeper than the bound, of a depth that is constant: the calls are followed to the end.
#include <assert.h>

static unsigned depth(unsigned n) { return n == 0 ? 0 : 1 + depth(n - 1); }

static void sum(int n, unsigned *result) {
  if (n == 0)
    return;
  *result += 1;
  sum(n - 1, result);
}

int main(void) {
  assert(depth(60) == 60);
  unsigned result = 0;
  sum(20, &result);
  assert(result == 20);
  return 0;
}
