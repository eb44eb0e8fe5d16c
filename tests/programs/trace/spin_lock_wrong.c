// A lock that is waited for actively, by exchange.
// Unsafe: the lock is given back too early.
#include <assert.h>
#include <pthread.h>

int held, x;

void *worker(void *arg) {
  while (__sync_lock_test_and_set(&held, 1))
    ;
  int old = x;
  __sync_lock_release(&held);
  x = old + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
