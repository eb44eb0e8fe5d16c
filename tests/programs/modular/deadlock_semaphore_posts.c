// Safe: there are as many posts as waits.
#include <pthread.h>
#include <semaphore.h>

sem_t done;

void *worker(void *arg) {
  sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&done, 0, 0);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 3; i++)
    sem_wait(&done);
  return 0;
}
