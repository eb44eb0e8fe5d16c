// A spin lock by compare-exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int shared;

void *worker(void *argument) {
  int expected = 0;
  if (!atomic_compare_exchange_strong(&lock, &expected, 1))
    return 0;
  const int before = shared;
  shared = before + 1;
  assert(shared == before + 1);
  atomic_store(&lock, 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
