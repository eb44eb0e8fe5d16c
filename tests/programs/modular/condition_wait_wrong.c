// What is written after the wait and the unlock is not protected.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
int data;

void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  while (data == 0)
    pthread_cond_wait(&ready, &mutex);
  pthread_mutex_unlock(&mutex);
  data--;
  return 0;
}

void *producer(void *argument) {
  pthread_mutex_lock(&mutex);
  data++;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, producer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
