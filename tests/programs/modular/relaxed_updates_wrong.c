// The relaxed store of the second thread ends the release sequence, which the update of the third cannot restore. A
// mutex orders all stores, but the reader does not take it.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int stage;
int data;

void *first(void *argument) {
  data = 1;
  pthread_mutex_lock(&mutex);
  if (atomic_load_explicit(&stage, memory_order_relaxed) == 0)
    atomic_store_explicit(&stage, 1, memory_order_release);
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *second(void *argument) {
  pthread_mutex_lock(&mutex);
  if (atomic_load_explicit(&stage, memory_order_relaxed) == 1)
    atomic_store_explicit(&stage, 2, memory_order_relaxed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *third(void *argument) {
  pthread_mutex_lock(&mutex);
  int expected = 2;
  atomic_compare_exchange_strong_explicit(&stage, &expected, 3, memory_order_relaxed, memory_order_relaxed);
  pthread_mutex_unlock(&mutex);
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
