// A semaphore is initialised before the thread is created, and destroyed and initialised again after the join.
#include <pthread.h>
#include <semaphore.h>
sem_t o;

void *worker(void *arg) {
  (void)arg;
  sem_post(&o);
  return 0;
}

int main(void) {
  pthread_t t;
  for (int round = 0; round < 2; ++round) {
    sem_init(&o, 0, 1);
    pthread_create(&t, 0, worker, 0);
    sem_post(&o);
    pthread_join(t, 0);
    sem_destroy(&o);
  }
  return 0;
}
