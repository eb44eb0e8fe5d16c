// A bounded buffer with condition variables, for any number of producers and consumers.
#include <assert.h>
#include <pthread.h>

#define CAPACITY 3

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int count;

void *producer(void *argument) {
  pthread_mutex_lock(&mutex);
  while (count == CAPACITY)
    pthread_cond_wait(&changed, &mutex);
  count = count + 1;
  assert(count <= CAPACITY);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *consumer(void *argument) {
  pthread_mutex_lock(&mutex);
  while (count == 0)
    pthread_cond_wait(&changed, &mutex);
  count = count - 1;
  assert(count >= 0);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
  }
}
