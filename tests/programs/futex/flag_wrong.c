// A futex orders nothing by itself: with relaxed operations on the word, the accesses to the data race. A wake-up that
// comes before the store is lost.
#include "mutex.h"

#include <pthread.h>

static atomic_int ready;
static int data;

static void *consumer(void *unused) {
  while (atomic_load_explicit(&ready, memory_order_relaxed) == 0)
    futex_wait(&ready, 0);
  ++data;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, consumer, 0);
  data = 7;
  futex_wake(&ready, 1);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  pthread_join(other, 0);
  return 0;
}
