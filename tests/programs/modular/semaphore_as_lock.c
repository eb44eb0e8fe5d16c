// A semaphore that is one is a lock.
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int counter;

void *worker(void *argument) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&semaphore);
    counter++;
    sem_post(&semaphore);
  }
  return 0;
}

int main(void) {
  sem_init(&semaphore, 0, 1);
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
