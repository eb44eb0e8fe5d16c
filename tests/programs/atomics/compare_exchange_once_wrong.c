// A compare-and-exchange that is not repeated gives up when another thread was faster.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;

void *worker(void *arg) {
  int old = atomic_load(&x);
  atomic_compare_exchange_strong(&x, &old, old + 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
