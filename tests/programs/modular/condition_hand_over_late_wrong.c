// The producer writes after it has set the flag.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready, data;

void *producer(void *argument) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  data = 1;
  return 0;
}

void *consumer(void *argument) {
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  data++;
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, producer, 0);
  pthread_create(&u, 0, consumer, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
