// An exchange that fails is a load with its own memory order.
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
  int expected = 0;
  if (!atomic_compare_exchange_strong_explicit(&flag, &expected, 5, memory_order_relaxed, memory_order_acquire) &&
      expected == 1)
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
