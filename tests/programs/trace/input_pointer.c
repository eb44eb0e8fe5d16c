// An input decides where a pointer points.
// Safe: it points to y or z.
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
  p = __VERIFIER_nondet_bool() ? &z : &y;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
