// A shard with one slot: a thread uses an entry while main replaces it by another one. The value stays valid while the
// thread holds it, and is disposed of once.
#include "lru_cache.h"

#include <assert.h>
#include <pthread.h>

struct value {
  int number;
  int disposed;
};

static struct value values[2] = {{1, 0}, {2, 0}};

static void dispose(void *value) { ((struct value *)value)->disposed++; }

static void *use(void *cache) {
  struct lru_entry *entry = lru_cache_get(cache, 1);
  if (entry) {
    struct value *value = lru_entry_value(entry);
    assert(value->number == 1 && value->disposed == 0);
    lru_entry_release(entry);
  }
  return NULL;
}

int main(void) {
  struct lru_cache_options options = {.shards = 1, .buckets = 1, .capacity = 1, .dispose = dispose};
  struct lru_cache *cache = lru_cache_create(&options);
  if (!cache)
    return 1;
  lru_cache_put(cache, 1, &values[0]);
  pthread_t user;
  pthread_create(&user, NULL, use, cache);
  lru_cache_put(cache, 2, &values[1]);
  struct lru_entry *entry = lru_cache_get(cache, 2);
  assert(entry && lru_entry_value(entry) == &values[1]);
  pthread_join(user, NULL);
  assert(values[0].disposed == 1);
  assert(lru_cache_statistics(cache).evictions == 1);
  lru_cache_destroy(cache);
  assert(values[1].disposed == 0);
  lru_entry_release(entry);
  assert(values[1].disposed == 1);
  return 0;
}
