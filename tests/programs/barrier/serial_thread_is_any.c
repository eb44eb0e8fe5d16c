// The serial thread is any one of the round, not a certain one.
#include <pthread.h>
extern void reach_error(void);
pthread_barrier_t barrier;

void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, worker, 0);
  if (pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD)
    reach_error();
  pthread_join(t, 0);
  return 0;
}
