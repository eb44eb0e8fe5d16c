// A loop around compare-and-exchange loses no update.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;

void *worker(void *arg) {
  int old = atomic_load(&x);
  while (!atomic_compare_exchange_weak(&x, &old, old * 2 + 1))
    ;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  assert(x == 3);
  return 0;
}
