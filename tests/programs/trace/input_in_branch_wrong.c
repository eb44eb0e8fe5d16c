// An input that is read only in a branch that is rarely taken.
// Unsafe: if the second thread sees the window open, x may be 99.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    x = __VERIFIER_nondet_int();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 99);
  return 0;
}
