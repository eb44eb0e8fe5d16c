// Main creates a thread, does not join it and takes back what it did, as often as an input says.
// Unsafe: a thread of an earlier round may still be about to write.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_bool(void);

int x;

void *worker(void *arg) {
  int old = x;
  x = old + 1;
  return arg;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
    x = 0;
  }
  assert(x == 0);
  return 0;
}
