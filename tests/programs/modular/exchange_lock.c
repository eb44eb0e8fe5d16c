// A lock made of an atomic exchange, by any number of threads.
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

atomic_int lock;
int counter;

void *worker(void *argument) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
    ;
  counter++;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
