// Main creates a thread, joins it and takes back what it did, as often as an input says.
// Safe: x is 0 at the start of each round, and 1 when the thread has ended.
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
    pthread_join(t, 0);
    assert(x == 1);
    x = 0;
  }
  assert(x == 0);
  return 0;
}
