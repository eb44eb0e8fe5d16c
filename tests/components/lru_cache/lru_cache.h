// A cache of values by key that evicts what was used least recently. It is divided into shards with a lock each, so
// that threads with different keys seldom wait for each other; each shard has its own order of use.
//
// lru_cache_get gives a reference to an entry. Its value stays valid until the reference is given back, also if the
// entry is evicted, removed or replaced in the meantime.
#ifndef LRU_CACHE_H
#define LRU_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lru_cache;
struct lru_entry;

struct lru_cache_options {
  size_t shards;                // at least 1
  size_t buckets;               // of the hash table of each shard, at least 1
  size_t capacity;              // entries of each shard, at least 1
  void (*dispose)(void *value); // called once for each value, when its last reference has gone
};

struct lru_cache_statistics {
  size_t hits;
  size_t misses;
  size_t evictions;
};

/// Null if an option is invalid or memory is exhausted.
struct lru_cache *lru_cache_create(const struct lru_cache_options *options);

/// Inserts the value, or replaces that of the same key. Returns 0, or ENOMEM; the value belongs to the caller then.
int lru_cache_put(struct lru_cache *cache, uint64_t key, void *value);

/// A reference to the entry of the key, which becomes the one used most recently. Null if there is none.
struct lru_entry *lru_cache_get(struct lru_cache *cache, uint64_t key);

void *lru_entry_value(const struct lru_entry *entry);

/// Gives a reference back.
void lru_entry_release(struct lru_entry *entry);

/// Whether there was an entry of the key.
bool lru_cache_remove(struct lru_cache *cache, uint64_t key);

/// Moves the value of one key to another, in one step for all other threads. Returns 0, ENOENT if there is no such
/// entry, EEXIST if the other key has one, or ENOMEM.
int lru_cache_rename(struct lru_cache *cache, uint64_t from, uint64_t to);

/// The sum over all shards. Shards are examined one after the other, so the numbers need not be of one moment.
struct lru_cache_statistics lru_cache_statistics(struct lru_cache *cache);

/// Frees the cache. References that are held remain valid. No other thread may use the cache.
void lru_cache_destroy(struct lru_cache *cache);

#endif
