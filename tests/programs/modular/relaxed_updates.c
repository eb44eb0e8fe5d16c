// Relaxed read-modify-writes continue the release sequence of the first store.
#include <pthread.h>
#include <stdatomic.h>

atomic_int stage;
int data;

void *first(void *argument) {
  data = 1;
  atomic_store_explicit(&stage, 1, memory_order_release);
  return 0;
}

void *second(void *argument) {
  int expected = 1;
  atomic_compare_exchange_strong_explicit(&stage, &expected, 2, memory_order_relaxed, memory_order_relaxed);
  return 0;
}

void *third(void *argument) {
  int expected = 2;
  atomic_compare_exchange_strong_explicit(&stage, &expected, 3, memory_order_relaxed, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_create(&v, 0, third, 0);
  if (atomic_load_explicit(&stage, memory_order_acquire) == 3)
    data++;
  return 0;
}
