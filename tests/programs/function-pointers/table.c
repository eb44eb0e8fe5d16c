// A table of functions, indexed by an input.
#include <assert.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

static int (*const operations[])(int, int) = {add, subtract, multiply};

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char which = __VERIFIER_nondet_uchar() % 3;
  int result = operations[which](6, 2);
  assert(result == (which == 0 ? 8 : which == 1 ? 4 : 12));
  assert(operations[0] == &add && operations[0] != operations[1] && *operations[2] == multiply);
  return 0;
}
