// Each thread allocates an object with a mutex of its own while others run, and shares it once it is initialised.
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t mutex;
  int value;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct node *shared;

void *worker(void *argument) {
  struct node *fresh = malloc(sizeof *fresh);
  if (!fresh)
    return 0;
  pthread_mutex_init(&fresh->mutex, 0);
  fresh->value = 0;
  pthread_mutex_lock(&mutex);
  shared = fresh;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  struct node *node = shared;
  pthread_mutex_unlock(&mutex);
  if (!node)
    return 0;
  pthread_mutex_lock(&node->mutex);
  node->value++;
  pthread_mutex_unlock(&node->mutex);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
