// Two semaphores hand one place to and fro.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t empty, full;
int place;

void *producer(void *arg) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&empty);
    place = i;
    sem_post(&full);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&empty, 0, 1);
  sem_init(&full, 0, 0);
  pthread_create(&t, 0, producer, 0);
  for (int i = 1; i <= 2; i++) {
    sem_wait(&full);
    assert(place == i);
    sem_post(&empty);
  }
  pthread_join(t, 0);
  return 0;
}
