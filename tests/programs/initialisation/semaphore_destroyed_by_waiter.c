// A thread that has waited for the only post may destroy the semaphore.
#include <pthread.h>
#include <semaphore.h>
sem_t done;

void *worker(void *arg) {
  (void)arg;
  sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, worker, 0);
  sem_wait(&done);
  sem_destroy(&done);
  pthread_join(t, 0);
  return 0;
}
