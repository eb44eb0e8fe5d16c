// A message that is published by a releasing store and received by an acquiring load.
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken, published;
int message;

void *worker(void *argument) {
  if (atomic_exchange(&taken, 1) == 0) {
    message = 42;
    atomic_store_explicit(&published, 1, memory_order_release);
  }
  if (atomic_load_explicit(&published, memory_order_acquire))
    return (void *)(long)message;
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
