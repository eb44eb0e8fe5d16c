// Main creates the second thread only if an input says so, and then goes on at the same place.
// Safe: without the second thread x is not written, with it the flag says so.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_bool(void);

int x, two;

void *reading(void *arg) {
  int seen = x;
  assert(seen == 0 || two == 1);
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
