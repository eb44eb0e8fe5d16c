// Safe: producers and consumers wait at one condition variable, and all are woken.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int count;

void *producer(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 1)
      pthread_cond_wait(&changed, &mutex);
    count++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *consumer(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 0)
      pthread_cond_wait(&changed, &mutex);
    count--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t producers[2], consumers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&producers[i], 0, producer, 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&consumers[i], 0, consumer, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(producers[i], 0);
  for (int i = 0; i < 2; i++)
    pthread_join(consumers[i], 0);
  return 0;
}
