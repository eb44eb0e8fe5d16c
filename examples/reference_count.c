// An atomic reference count: the last one to let go frees the object.
//
// Right. fetch_sub tells each thread what the count was before its own decrement, so exactly one of them
// learns that it was the last.
//
//   heddle verify --property valid-memsafety reference_count.c   true: freed once, never used after
//   heddle verify --property no-data-race reference_count.c      true: every use comes before the free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

static void release(struct object *object) {
  if (atomic_fetch_sub(&object->references, 1) == 1)
    free(object);
}

static void *user(void *argument) {
  struct object *object = argument;
  assert(object->value == 5);
  release(object);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct object *object = malloc(sizeof *object);
  object->value = 5;
  atomic_init(&object->references, 2);
  pthread_create(&thread, 0, user, object);
  assert(object->value == 5);
  release(object);
  pthread_join(thread, 0);
  return 0;
}
