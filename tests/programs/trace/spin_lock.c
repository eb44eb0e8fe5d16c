// A lock that is waited for actively, by exchange.
// Safe: one thread at a time is between the exchange and the end.
#include <assert.h>
#include <pthread.h>

int held, x;

void *worker(void *arg) {
  while (__sync_lock_test_and_set(&held, 1))
    ;
  int old = x;
  x = old + 1;
  __sync_lock_release(&held);
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
