// A reference count whose decrement and test are two steps.
//
// Wrong. Both threads may decrement first and then both read 0, so the object is freed twice; or one
// frees it before the other has read the count.
//
//   heddle verify --property valid-memsafety reference_count_broken.c   false
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

static void release(struct object *object) {
  atomic_fetch_sub(&object->references, 1);
  if (atomic_load(&object->references) == 0)
    free(object);
}

static void *user(void *argument) {
  release(argument);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct object *object = malloc(sizeof *object);
  object->value = 5;
  atomic_init(&object->references, 2);
  pthread_create(&thread, 0, user, object);
  release(object);
  pthread_join(thread, 0);
  return 0;
}
