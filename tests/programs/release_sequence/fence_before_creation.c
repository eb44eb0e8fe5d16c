// What a fence acquires happens before the threads that are created after it.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data, seen;

void *writer(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

void *reader(void *arg) {
  seen = data;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, writer, 0);
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 1) {
    atomic_thread_fence(memory_order_acquire);
    pthread_create(&second, 0, reader, 0);
    pthread_join(second, 0);
  }
  pthread_join(first, 0);
  return 0;
}
