// Main creates the second thread only if an input says so, and then goes on at the same place.
// Unsafe: with the second thread x may change. An engine that takes the states with and without it for the same misses
// that.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_bool(void);

int x, two;

void *reading(void *arg) {
  assert(x == 0);
  return arg;
}

void *writing(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  two = __VERIFIER_nondet_bool();
  pthread_create(&a, 0, reading, 0);
  if (two)
    pthread_create(&b, 0, writing, 0);
  pthread_join(a, 0);
  if (two)
    pthread_join(b, 0);
  assert(x == two);
  return 0;
}
