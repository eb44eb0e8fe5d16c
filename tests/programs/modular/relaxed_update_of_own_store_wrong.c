// The second thread has acquired the first value, but stores relaxed; its update does not release either.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int stage;
int data;

void *first(void *argument) {
  data = 1;
  atomic_store_explicit(&stage, 1, memory_order_release);
  return 0;
}

void *second(void *argument) {
  if (atomic_load_explicit(&stage, memory_order_acquire) == 1) {
    pthread_mutex_lock(&mutex);
    atomic_store_explicit(&stage, 2, memory_order_relaxed);
    pthread_mutex_unlock(&mutex);
    atomic_fetch_add_explicit(&stage, 1, memory_order_relaxed);
  }
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  if (atomic_load_explicit(&stage, memory_order_acquire) == 3)
    data++;
  return 0;
}
