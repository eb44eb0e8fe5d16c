// Main fills its two magazines and one of the depot; then main and a thread take objects at the same time. No object is
// in use twice, and none is left at the end.
#include "object_cache.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct object {
  atomic_bool in_use;
};

static struct object_cache *cache;

static void construct(void *memory) {
  struct object *object = memory;
  atomic_init(&object->in_use, 0);
}

static struct object *take(void) {
  struct object *object = object_cache_take(cache);
  assert(!atomic_exchange(&object->in_use, 1));
  return object;
}

static void give(struct object *object) {
  atomic_store(&object->in_use, 0);
  object_cache_give(cache, object);
}

static void *take_and_give(void *unused) {
  (void)unused;
  give(take());
  return NULL;
}

int main(void) {
  const struct object_cache_options options = {
      .object_size = sizeof(struct object), .rounds = 1, .depot_limit = 2, .construct = construct};
  cache = object_cache_create(&options);
  struct object *objects[3];
  for (int i = 0; i < 3; i++)
    objects[i] = take();
  for (int i = 0; i < 3; i++)
    give(objects[i]);
  assert(object_cache_statistics(cache).objects == 3);

  pthread_t thread;
  pthread_create(&thread, NULL, take_and_give, NULL);
  for (int i = 0; i < 3; i++)
    objects[i] = take();
  for (int i = 0; i < 3; i++)
    give(objects[i]);
  pthread_join(thread, NULL);
  assert(object_cache_statistics(cache).objects <= 4);
  object_cache_destroy(cache);
  return 0;
}
