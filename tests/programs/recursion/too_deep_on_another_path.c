// Wrong on a path that needs no recursion; that the other path is too deep does not hide it.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

static unsigned depth(unsigned n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
  unsigned result = __VERIFIER_nondet_bool() ? depth(100) : depth(2);
  assert(result != 2);
  return 0;
}
