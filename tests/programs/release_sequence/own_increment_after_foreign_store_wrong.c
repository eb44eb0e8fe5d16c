// A read-modify-write continues the sequence of what it reads, which the other thread has ended.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data, seen;

void *writer(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  atomic_fetch_add_explicit(&flag, 10, memory_order_relaxed);
  return arg;
}

void *other(void *arg) {
  atomic_store_explicit(&flag, 5, memory_order_relaxed);
  return arg;
}

void *reader(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 15)
    seen = data;
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, other, 0);
  pthread_create(&threads[2], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  pthread_join(threads[2], 0);
  return 0;
}
