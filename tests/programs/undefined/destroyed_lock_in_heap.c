// Reference counting: the last owner destroys the lock and frees the object.
#include <pthread.h>
#include <stdlib.h>
struct object {
  pthread_mutex_t lock;
  int owners;
};

void release(struct object *object) {
  pthread_mutex_lock(&object->lock);
  const int rest = --object->owners;
  pthread_mutex_unlock(&object->lock);
  if (rest == 0) {
    pthread_mutex_destroy(&object->lock);
    free(object);
  }
}

void *worker(void *arg) {
  release(arg);
  return 0;
}

int main(void) {
  pthread_t t;
  struct object *object = malloc(sizeof *object);
  pthread_mutex_init(&object->lock, 0);
  object->owners = 2;
  pthread_create(&t, 0, worker, object);
  release(object);
  pthread_join(t, 0);
  return 0;
}
