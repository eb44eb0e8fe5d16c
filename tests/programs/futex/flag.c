// The program's own operations on the word order the data, with a wait in the kernel in between.
#include "mutex.h"

#include <assert.h>
#include <pthread.h>

static atomic_int ready;
static int data;

static void *consumer(void *unused) {
  while (atomic_load_explicit(&ready, memory_order_acquire) == 0)
    futex_wait(&ready, 0);
  assert(data == 7);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, consumer, 0);
  data = 7;
  atomic_store_explicit(&ready, 1, memory_order_release);
  futex_wake(&ready, 1);
  pthread_join(other, 0);
  return 0;
}
