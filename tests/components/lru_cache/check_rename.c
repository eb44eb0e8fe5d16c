// Two shards: a thread renames 1 to 2 while main renames 2 to 1. At every end there is exactly one value.
#include "lru_cache.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int disposed;

static void dispose(void *value) { ++*(int *)value; }

static void *rename_back(void *cache) {
  int error = lru_cache_rename(cache, 2, 1);
  assert(error == 0 || error == ENOENT);
  return NULL;
}

int main(void) {
  struct lru_cache_options options = {.shards = 2, .buckets = 1, .capacity = 1, .dispose = dispose};
  struct lru_cache *cache = lru_cache_create(&options);
  if (!cache)
    return 1;
  lru_cache_put(cache, 1, &disposed);
  pthread_t other;
  pthread_create(&other, NULL, rename_back, cache);
  assert(lru_cache_rename(cache, 1, 2) == 0);
  pthread_join(other, NULL);
  assert(lru_cache_remove(cache, 1) + lru_cache_remove(cache, 2) == 1);
  assert(disposed == 1);
  lru_cache_destroy(cache);
  return 0;
}
