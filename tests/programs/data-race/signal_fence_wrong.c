// A fence for signal handlers orders nothing between threads.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;

void *writer(void *arg) {
  data = 5;
  atomic_signal_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = 0;
  if (atomic_load_explicit(&flag, memory_order_acquire))
    seen = data;
  pthread_join(t, 0);
  return seen == 7;
}
