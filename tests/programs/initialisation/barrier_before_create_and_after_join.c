// A barrier is initialised before the thread is created, and destroyed and initialised again after the join.
#include <pthread.h>
pthread_barrier_t o;

void *worker(void *arg) {
  (void)arg;
  pthread_barrier_wait(&o);
  return 0;
}

int main(void) {
  pthread_t t;
  for (int round = 0; round < 2; ++round) {
    pthread_barrier_init(&o, 0, 1);
    pthread_create(&t, 0, worker, 0);
    pthread_barrier_wait(&o);
    pthread_join(t, 0);
    pthread_barrier_destroy(&o);
  }
  return 0;
}
