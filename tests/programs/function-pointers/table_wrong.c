// Wrong: one of the operations does not commute.
#include <assert.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }

static int (*operations[2])(int, int) = {add, subtract};

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int (*operation)(int, int) = operations[__VERIFIER_nondet_bool()];
  assert(operation(1, 2) == operation(2, 1));
  return 0;
}
