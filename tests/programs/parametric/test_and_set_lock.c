// A test-and-set spin lock over C11 atomics.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int inside;

void *worker(void *argument) {
  while (1) {
    while (atomic_exchange(&lock, 1) == 1)
      ;
    inside = 1;
    assert(inside == 1);
    inside = 0;
    atomic_store(&lock, 0);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
