// && and || evaluate their right side only when it matters; so does the conditional operator.
#include <assert.h>

static int calls;

static int called(int result) {
  calls++;
  return result;
}

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  int both = called(a) && called(b);
  assert(both == (a & b) && calls == 1 + a);
  calls = 0;
  int either = called(a) || called(b);
  assert(either == (a | b) && calls == 2 - a);
  calls = 0;
  int chosen = a ? called(5) : called(6) + called(0);
  assert(chosen == 6 - a && calls == 2 - a);
  const int *nothing = 0;
  assert(!(nothing && *nothing));
  assert((called(7) ?: 8) == 7 && (called(0) ?: 8) == 8 && calls == 4 - a);
  return 0;
}
