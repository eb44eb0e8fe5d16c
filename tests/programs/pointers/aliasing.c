// Two pointers may name one variable: a write through one is seen through the other.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

static void swap(int *a, int *b) {
  int saved = *a;
  *a = *b;
  *b = saved;
}

int main(void) {
  int x = 1, y = 2;
  int *p = __VERIFIER_nondet_bool() ? &x : &y;
  int *q = __VERIFIER_nondet_bool() ? &x : &y;
  int sum = *p + *q;
  swap(p, q);
  assert(*p + *q == sum);
  *p = 7;
  *q = 8;
  assert(*p == (p == q ? 8 : 7));
  return 0;
}
