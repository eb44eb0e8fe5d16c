// Fences make relaxed accesses synchronise.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int ready;
int data;

void *producer(void *arg) {
  data = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  if (atomic_load_explicit(&ready, memory_order_relaxed) == 1) {
    atomic_thread_fence(memory_order_acquire);
    if (data != 42)
      reach_error();
  }
  pthread_join(t, 0);
  return 0;
}
