// The consumer may have waited for the other producer.
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int counter;

void *producer(void *argument) {
  counter = 1;
  sem_post(&semaphore);
  return 0;
}

void *other(void *argument) {
  sem_post(&semaphore);
  sem_wait(&semaphore);
  int seen = counter;
  return 0;
}

int main(void) {
  pthread_t t, u;
  sem_init(&semaphore, 0, 0);
  pthread_create(&t, 0, producer, 0);
  pthread_create(&u, 0, other, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
