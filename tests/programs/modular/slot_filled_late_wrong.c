// The producer sets the item after it has put it into the slot.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int *slot;

void *producer(void *argument) {
  for (int i = 0; i < 2; i++) {
    int *item = malloc(sizeof *item);
    if (!item)
      exit(1);
    pthread_mutex_lock(&mutex);
    while (slot)
      pthread_cond_wait(&changed, &mutex);
    slot = item;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    *item = i;
  }
  return 0;
}

void *consumer(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    while (!slot)
      pthread_cond_wait(&changed, &mutex);
    int *item = slot;
    slot = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    if (item) {
      *item = -1;
      free(item);
    }
  }
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, producer, 0);
  pthread_create(&two, 0, consumer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
