// An input decides early on what a thread will check much later, and only its local variable remembers it.
// Unsafe: for one value of 2^32 the check fails. An engine that covers states with different values of the local misses
// it.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int x, y;

void *remembering(void *arg) {
  int secret = __VERIFIER_nondet_int();
  y = 1;
  y = 2;
  int seen = x;
  assert(seen == 0 || secret != 123456);
  return arg;
}

void *writing(void *arg) {
  int seen = y;
  if (seen == 1)
    x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, remembering, 0);
  pthread_create(&b, 0, writing, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
