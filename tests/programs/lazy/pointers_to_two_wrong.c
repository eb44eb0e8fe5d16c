// Two pointers that two inputs send to one of two variables; each thread goes through its own pointer.
// Unsafe: they may point to the same variable. A reduction that looks at one execution only, where they differ, may
// take the threads for independent.
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
  p = __VERIFIER_nondet_bool() ? &y : &x;
  q = __VERIFIER_nondet_bool() ? &y : &x;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
