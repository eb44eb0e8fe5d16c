// One access comes after the unlock.
#include <pthread.h>
#include <stdlib.h>

struct object {
  int count;
  pthread_mutex_t lock;
};

void *worker(void *argument) {
  struct object *object = argument;
  pthread_mutex_lock(&object->lock);
  object->count++;
  pthread_mutex_unlock(&object->lock);
  return (void *)(long)object->count;
  return 0;
}

int main(void) {
  struct object *object = malloc(sizeof *object);
  if (!object)
    return 1;
  pthread_mutex_init(&object->lock, 0);
  object->count = 0;
  pthread_t threads[10];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, object);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  free(object);
  return 0;
}
