// Publication by relaxed accesses of a flag between a release and an acquire fence.
#include <pthread.h>
#include <stdatomic.h>

static int payload[2];
static atomic_int ready;

static void *producer(void *argument) {
  payload[0] = 11;
  payload[1] = 22;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return 0;
}

static int try_consume(int *sum) {
  if (!atomic_load_explicit(&ready, memory_order_relaxed))
    return 0;
  atomic_thread_fence(memory_order_acquire);
  *sum = payload[0] + payload[1];
  return 1;
}

static void *consumer(void *argument) {
  int sum = 0;
  while (!try_consume(&sum))
    ;
  return (void *)(long)sum;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, producer, 0);
  pthread_create(&second, 0, consumer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
