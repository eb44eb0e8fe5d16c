// Two threads look up the same key: both get its value, and both hits are counted.
#include "lru_cache.h"

#include <assert.h>
#include <pthread.h>

static int one;

static void dispose(void *value) { *(int *)value = 1; }

static void *look_up(void *cache) {
  struct lru_entry *entry = lru_cache_get(cache, 1);
  assert(entry && lru_entry_value(entry) == &one);
  lru_entry_release(entry);
  return NULL;
}

int main(void) {
  struct lru_cache_options options = {.shards = 1, .buckets = 1, .capacity = 1, .dispose = dispose};
  struct lru_cache *cache = lru_cache_create(&options);
  if (!cache)
    return 1;
  lru_cache_put(cache, 1, &one);
  pthread_t other;
  pthread_create(&other, NULL, look_up, cache);
  look_up(cache);
  pthread_join(other, NULL);
  assert(lru_cache_statistics(cache).hits == 2);
  lru_cache_destroy(cache);
  return 0;
}
