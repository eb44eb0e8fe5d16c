// A lock that is released without release order does not order what it protects.
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int counter;

void *worker(void *argument) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
    ;
  counter++;
  atomic_store_explicit(&lock, 0, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
