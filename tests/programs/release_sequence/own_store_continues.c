// Stores of the thread that has released continue its sequence (C11 5.1.2.4p10; not so in C++20).
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data, seen;

void *writer(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return arg;
}

void *reader(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    seen = data;
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
