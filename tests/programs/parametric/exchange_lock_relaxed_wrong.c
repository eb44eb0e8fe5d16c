// The lock is freed by a relaxed store, so that nothing orders two critical sections. The engine parametric only knows
// races of two threads that are at their accesses at the same time.
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int inside;

void *worker(void *argument) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire) == 1)
    ;
  inside = inside + 1;
  atomic_store_explicit(&lock, 0, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
