// Unsafe: the consumer waits for an item while it holds the mutex.
#include <pthread.h>
#include <semaphore.h>

sem_t empty, full, mutex;

void *producer(void *arg) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&empty);
    sem_wait(&mutex);
    sem_post(&mutex);
    sem_post(&full);
  }
  return 0;
}

void *consumer(void *arg) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&mutex);
    sem_wait(&full);
    sem_post(&mutex);
    sem_post(&empty);
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  sem_init(&empty, 0, 2);
  sem_init(&full, 0, 0);
  sem_init(&mutex, 0, 1);
  pthread_create(&first, 0, producer, 0);
  pthread_create(&second, 0, consumer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
