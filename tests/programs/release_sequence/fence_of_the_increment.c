// The increment has a fence of its own: both what it and what the writer has written is seen.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data, seen;
int more;

void *writer(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

void *second(void *arg) {
  more = 1;
  atomic_thread_fence(memory_order_seq_cst);
  int expected = 1;
  atomic_compare_exchange_strong_explicit(&flag, &expected, 2, memory_order_relaxed, memory_order_relaxed);
  return arg;
}

void *reader(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    seen = data + more;
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_create(&threads[2], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  pthread_join(threads[2], 0);
  return 0;
}
