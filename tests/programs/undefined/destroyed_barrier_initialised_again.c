// The barrier is initialised again before the second thread, in each round of the loop.
#include <pthread.h>
pthread_barrier_t o;

void *worker(void *arg) {
  pthread_barrier_wait(&o);
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 2; ++i) {
    pthread_barrier_init(&o, 0, 1);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    pthread_barrier_destroy(&o);
  }
  return 0;
}
