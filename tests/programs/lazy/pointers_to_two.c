// Two pointers that an input sends to two different variables; each thread goes through its own pointer.
// Safe: whichever way they point, they never point to the same variable, so neither thread sees the other.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_bool(void);

int x, y, *p, *q;

void *first(void *arg) {
  *p = 1;
  assert(*p == 1);
  return arg;
}

void *second(void *arg) {
  *q = 2;
  assert(*q == 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  int swap = __VERIFIER_nondet_bool();
  p = swap ? &y : &x;
  q = swap ? &x : &y;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x + y == 3);
  return 0;
}
