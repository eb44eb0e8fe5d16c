// As three_calls.c. The bug needs one recursive call in each of two places.
#include <assert.h>

static int count;

_Bool __VERIFIER_nondet_bool(void);

static void visit(int depth) {
  ++count;
  if (depth == 0 || __VERIFIER_nondet_bool())
    return;
  if (__VERIFIER_nondet_bool())
    visit(depth - 1);
  if (__VERIFIER_nondet_bool())
    visit(depth - 1);
  visit(depth - 1);
}

int main(void) {
  visit(20);
  assert(count != 3);
  return 0;
}
