// Wrong: swapping with exclusive-or destroys a value that is swapped with itself.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

static void swap(int *a, int *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}

int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  int *q = __VERIFIER_nondet_bool() ? &x : &y;
  swap(p, q);
  assert(x != 0);
  return 0;
}
