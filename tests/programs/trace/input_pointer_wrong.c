// An input decides where a pointer points.
// Unsafe: if it points to x, the second thread may write between the two accesses of the first.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int x, y, z;
int *p;

void *first(void *arg) {
  x = 1;
  assert(x == 1);
  return arg;
}

void *second(void *arg) {
  *p = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  p = __VERIFIER_nondet_bool() ? &x : &y;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
