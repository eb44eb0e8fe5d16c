// The flag race, mended: the flag is atomic, set with release and read with acquire.
//
// Right. A thread that reads the 1 from the flag also sees everything that was written before it was set, so the
// data itself may stay plain.
//
//   heddle verify message_passing.c                           true
//   heddle verify --property no-data-race message_passing.c   true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *producer(void *argument) {
  (void)argument;
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
  }
  assert(data == 42);
  pthread_join(thread, 0);
  return 0;
}
