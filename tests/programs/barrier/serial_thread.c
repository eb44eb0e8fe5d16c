// Exactly one thread of each round gets PTHREAD_BARRIER_SERIAL_THREAD.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_barrier_t barrier;
atomic_int serial;

void *worker(void *arg) {
  int result = pthread_barrier_wait(&barrier);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  if (result == PTHREAD_BARRIER_SERIAL_THREAD)
    serial++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, 0, 3);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  worker(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(serial == 1);
  return 0;
}
