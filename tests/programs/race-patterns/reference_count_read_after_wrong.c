// The value is read after the reference has been released.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

static struct object *create(int value) {
  struct object *object = malloc(sizeof *object);
  if (!object)
    exit(1);
  atomic_init(&object->references, 1);
  object->value = value;
  return object;
}

static void retain(struct object *object) { atomic_fetch_add(&object->references, 1); }

static void release(struct object *object) {
  if (atomic_fetch_sub(&object->references, 1) == 1) {
    object->value = 0;
    free(object);
  }
}

static void *use(void *argument) {
  struct object *object = argument;
  release(object);
  const int seen = object->value;
  return (void *)(long)seen;
}

int main(void) {
  pthread_t first, second;
  struct object *object = create(5);
  retain(object);
  retain(object);
  pthread_create(&first, 0, use, object);
  pthread_create(&second, 0, use, object);
  release(object);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
