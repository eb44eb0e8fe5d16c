// A plain relaxed store by a third thread ends the release sequence.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int stage;
int data;

void *producer(void *arg) {
  data = 42;
  atomic_store_explicit(&stage, 1, memory_order_release);
  return arg;
}

void *middle(void *arg) {
  if (atomic_load_explicit(&stage, memory_order_relaxed) == 1)
    atomic_store_explicit(&stage, 2, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, middle, 0);
  if (atomic_load_explicit(&stage, memory_order_acquire) == 2 && data != 42)
    reach_error();
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
