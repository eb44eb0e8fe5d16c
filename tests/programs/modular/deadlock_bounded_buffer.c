// Safe: the consumer takes as many items as the producer puts.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t notEmpty = PTHREAD_COND_INITIALIZER;
pthread_cond_t notFull = PTHREAD_COND_INITIALIZER;
int count;

void *producer(void *arg) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 2)
      pthread_cond_wait(&notFull, &mutex);
    count++;
    pthread_cond_signal(&notEmpty);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *consumer(void *arg) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 0)
      pthread_cond_wait(&notEmpty, &mutex);
    count--;
    pthread_cond_signal(&notFull);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, producer, 0);
  pthread_create(&second, 0, consumer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
