// The semaphore is initialised again before the second thread, in each round of the loop.
#include <pthread.h>
#include <semaphore.h>
sem_t o;

void *worker(void *arg) {
  sem_wait(&o);
  sem_post(&o);
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 2; ++i) {
    sem_init(&o, 0, 1);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    sem_destroy(&o);
  }
  return 0;
}
