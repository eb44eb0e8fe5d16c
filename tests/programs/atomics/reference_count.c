// The thread that drops the last reference frees the object.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct object {
  atomic_int references;
  int value;
};

void *release(void *arg) {
  struct object *object = arg;
  if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_acq_rel) == 1)
    free(object);
  return 0;
}

int main(void) {
  pthread_t t;
  struct object *object = malloc(sizeof *object);
  atomic_init(&object->references, 2);
  object->value = 1;
  pthread_create(&t, 0, release, object);
  object->value = 2;
  release(object);
  pthread_join(t, 0);
  return 0;
}
