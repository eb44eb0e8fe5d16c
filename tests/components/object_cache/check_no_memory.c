// Memory may run out at any time: what cannot be cached is freed, nothing is lost, and the depot can still be used.
#include "object_cache.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct object_cache *cache;

static void construct(void *object) { *(int *)object = 0; }

static void *give(void *object) {
  object_cache_give(cache, object);
  return NULL;
}

int main(void) {
  const struct object_cache_options options = {
      .object_size = sizeof(int), .rounds = 1, .depot_limit = 1, .construct = construct};
  cache = object_cache_create(&options);
  if (!cache)
    return 1;
  int *first = object_cache_take(cache);
  int *second = object_cache_take(cache);
  pthread_t thread;
  pthread_create(&thread, NULL, give, first);
  object_cache_give(cache, second);
  pthread_join(thread, NULL);
  assert(object_cache_statistics(cache).objects <= 2);
  object_cache_destroy(cache);
  return 0;
}
