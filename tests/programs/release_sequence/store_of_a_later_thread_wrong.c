// A thread does not continue the sequence of one that was joined before it began.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data, seen;

void *writer(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

void *later(void *arg) {
  atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return arg;
}

void *reader(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    seen = data;
  return arg;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&third, 0, reader, 0);
  pthread_create(&first, 0, writer, 0);
  pthread_join(first, 0);
  pthread_create(&second, 0, later, 0);
  pthread_join(second, 0);
  pthread_join(third, 0);
  return 0;
}
