// Hand-over by a flag with release and acquire.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *producer(void *argument) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}

void *consumer(void *argument) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 1)
    data++;
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, producer, 0);
  pthread_create(&u, 0, consumer, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
