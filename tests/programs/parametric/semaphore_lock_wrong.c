// A semaphore that lets two threads at a time into the critical section.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int inside;

void *worker(void *argument) {
  sem_wait(&semaphore);
  inside = 1;
  assert(inside == 1);
  inside = 0;
  sem_post(&semaphore);
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 2);
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
