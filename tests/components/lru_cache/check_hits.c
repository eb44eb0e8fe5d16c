// Two threads look up the same key; both hits are counted, and the order of use decides what is evicted next.
#include "lru_cache.h"

#include <assert.h>
#include <pthread.h>

static int one, two, three;

static void *look_up(void *cache) {
  struct lru_entry *entry = lru_cache_get(cache, 1);
  assert(entry && lru_entry_value(entry) == &one);
  lru_entry_release(entry);
  return NULL;
}

int main(void) {
  struct lru_cache_options options = {.shards = 1, .buckets = 2, .capacity = 2};
  struct lru_cache *cache = lru_cache_create(&options);
  if (!cache)
    return 1;
  lru_cache_put(cache, 1, &one);
  lru_cache_put(cache, 2, &two);
  pthread_t other;
  pthread_create(&other, NULL, look_up, cache);
  look_up(cache);
  pthread_join(other, NULL);
  assert(lru_cache_statistics(cache).hits == 2);
  lru_cache_put(cache, 3, &three);
  assert(!lru_cache_get(cache, 2));
  lru_cache_destroy(cache);
  return 0;
}
