// The thread posts only under a condition that does not hold.
#include <pthread.h>
#include <semaphore.h>
sem_t done;
int x;

void *worker(void *arg) {
  if (x != 0)
    sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, worker, 0);
  sem_wait(&done);
  pthread_join(t, 0);
  return 0;
}
