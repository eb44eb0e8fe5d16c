#include "lru_cache.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/// The value of an entry that has been renamed is shared with the new entry, hence a count of its own.
struct shared_value {
  atomic_uint references;
  void *value;
  void (*dispose)(void *value);
};

struct lru_entry {
  atomic_uint references; // one of the shard while the entry is in it, and one of each user
  uint64_t key;
  struct shared_value *shared;
  struct lru_entry *next; // in the same bucket
  struct lru_entry *newer;
  struct lru_entry *older;
};

struct shard {
  pthread_mutex_t lock; // protects the shard, and the links of its entries
  struct lru_entry **buckets;
  size_t bucket_count;
  size_t capacity;
  size_t count;
  struct lru_entry *newest;
  struct lru_entry *oldest;
  struct lru_cache_statistics statistics;
};

struct lru_cache {
  void (*dispose)(void *value);
  size_t shard_count;
  struct shard **shards; // each in memory of its own, so that their locks do not share a cache line
};

// Entries

static void shared_value_release(struct shared_value *shared) {
  if (atomic_fetch_sub(&shared->references, 1) != 1)
    return;
  if (shared->dispose)
    shared->dispose(shared->value);
  free(shared);
}

/// An entry with one reference; it takes over a reference to the shared value. Null if memory is exhausted.
static struct lru_entry *entry_create(uint64_t key, struct shared_value *shared) {
  struct lru_entry *entry = malloc(sizeof *entry);
  if (!entry)
    return NULL;
  atomic_init(&entry->references, 1);
  entry->key = key;
  entry->shared = shared;
  entry->next = NULL;
  entry->newer = NULL;
  entry->older = NULL;
  return entry;
}

void *lru_entry_value(const struct lru_entry *entry) { return entry->shared->value; }

void lru_entry_release(struct lru_entry *entry) {
  if (!entry)
    return;
#ifdef WRONG_RELEASE
  // Two threads that release at the same time may both see 0, and both free.
  atomic_fetch_sub(&entry->references, 1);
  if (atomic_load(&entry->references) != 0)
    return;
#elif defined(WRONG_RELAXED)
  // What other users did with the value need not happen before it is disposed of.
  if (atomic_fetch_sub_explicit(&entry->references, 1, memory_order_relaxed) != 1)
    return;
#else
  if (atomic_fetch_sub(&entry->references, 1) != 1)
    return;
#endif
  shared_value_release(entry->shared);
  free(entry);
}

// Shards. All functions expect that the caller holds the lock.

static size_t bucket_of(const struct shard *shard, uint64_t key) { return (key >> 8) % shard->bucket_count; }

static struct lru_entry *shard_find(const struct shard *shard, uint64_t key) {
  struct lru_entry *entry = shard->buckets[bucket_of(shard, key)];
  while (entry && entry->key != key)
    entry = entry->next;
  return entry;
}

static void order_remove(struct shard *shard, struct lru_entry *entry) {
  if (entry->newer)
    entry->newer->older = entry->older;
  else
    shard->newest = entry->older;
  if (entry->older)
    entry->older->newer = entry->newer;
  else
    shard->oldest = entry->newer;
}

static void order_add(struct shard *shard, struct lru_entry *entry) {
  entry->newer = NULL;
  entry->older = shard->newest;
  if (shard->newest)
    shard->newest->newer = entry;
  else
    shard->oldest = entry;
  shard->newest = entry;
}

static void shard_remove(struct shard *shard, struct lru_entry *entry) {
  struct lru_entry **at = &shard->buckets[bucket_of(shard, entry->key)];
  while (*at != entry)
    at = &(*at)->next;
  *at = entry->next;
  order_remove(shard, entry);
  shard->count--;
#ifdef WRONG_EVICT
  // Does not care whether a user has a reference.
  shared_value_release(entry->shared);
  free(entry);
#else
  lru_entry_release(entry);
#endif
}

/// Takes over the reference to the entry, whose key the shard must not have.
static void shard_add(struct shard *shard, struct lru_entry *entry) {
  if (shard->count == shard->capacity) {
    shard->statistics.evictions++;
    shard_remove(shard, shard->oldest);
  }
  struct lru_entry **bucket = &shard->buckets[bucket_of(shard, entry->key)];
  entry->next = *bucket;
  *bucket = entry;
  order_add(shard, entry);
  shard->count++;
}

static struct shard *shard_create(const struct lru_cache_options *options) {
  struct shard *shard = calloc(1, sizeof *shard);
  if (!shard)
    return NULL;
  shard->buckets = calloc(options->buckets, sizeof *shard->buckets);
  if (!shard->buckets) {
    free(shard);
    return NULL;
  }
  shard->bucket_count = options->buckets;
  shard->capacity = options->capacity;
  pthread_mutex_init(&shard->lock, NULL);
  return shard;
}

static void shard_destroy(struct shard *shard) {
  while (shard->oldest)
    shard_remove(shard, shard->oldest);
  pthread_mutex_destroy(&shard->lock);
  free(shard->buckets);
  free(shard);
}

// The cache

struct lru_cache *lru_cache_create(const struct lru_cache_options *options) {
  if (options->shards == 0 || options->buckets == 0 || options->capacity == 0)
    return NULL;
  struct lru_cache *cache = malloc(sizeof *cache);
  if (!cache)
    return NULL;
  cache->dispose = options->dispose;
  cache->shard_count = 0;
  cache->shards = malloc(options->shards * sizeof *cache->shards);
  while (cache->shards && cache->shard_count < options->shards) {
    struct shard *shard = shard_create(options);
    if (!shard)
      break;
    cache->shards[cache->shard_count++] = shard;
  }
  if (cache->shard_count < options->shards) {
    lru_cache_destroy(cache);
    return NULL;
  }
  return cache;
}

static size_t shard_index(const struct lru_cache *cache, uint64_t key) { return key % cache->shard_count; }

int lru_cache_put(struct lru_cache *cache, uint64_t key, void *value) {
  struct shared_value *shared = malloc(sizeof *shared);
  if (!shared)
    return ENOMEM;
  atomic_init(&shared->references, 1);
  shared->value = value;
  shared->dispose = cache->dispose;
  struct lru_entry *entry = entry_create(key, shared);
  if (!entry) {
    free(shared);
    return ENOMEM;
  }
  struct shard *shard = cache->shards[shard_index(cache, key)];
  pthread_mutex_lock(&shard->lock);
  struct lru_entry *old = shard_find(shard, key);
  if (old)
    shard_remove(shard, old);
  shard_add(shard, entry);
  pthread_mutex_unlock(&shard->lock);
  return 0;
}

struct lru_entry *lru_cache_get(struct lru_cache *cache, uint64_t key) {
  struct shard *shard = cache->shards[shard_index(cache, key)];
  pthread_mutex_lock(&shard->lock);
  struct lru_entry *entry = shard_find(shard, key);
  if (entry) {
    order_remove(shard, entry);
    order_add(shard, entry);
#ifndef WRONG_GET
    atomic_fetch_add(&entry->references, 1); // before the unlock, after which the entry may be evicted
#endif
#ifndef WRONG_STATISTICS
    shard->statistics.hits++;
#endif
  } else {
    shard->statistics.misses++;
  }
  pthread_mutex_unlock(&shard->lock);
#ifdef WRONG_GET
  if (entry)
    atomic_fetch_add(&entry->references, 1);
#endif
#ifdef WRONG_STATISTICS
  if (entry)
    shard->statistics.hits++;
#endif
  return entry;
}

bool lru_cache_remove(struct lru_cache *cache, uint64_t key) {
  struct shard *shard = cache->shards[shard_index(cache, key)];
  pthread_mutex_lock(&shard->lock);
  struct lru_entry *entry = shard_find(shard, key);
  if (entry)
    shard_remove(shard, entry);
  pthread_mutex_unlock(&shard->lock);
  return entry != NULL;
}

/// Locks two shards, which may be the same, in the order of their indices, so that no two threads wait for each other.
static void lock_both(struct lru_cache *cache, size_t one, size_t other) {
#ifndef WRONG_LOCK_ORDER
  if (one > other) {
    size_t swapped = one;
    one = other;
    other = swapped;
  }
#endif
  pthread_mutex_lock(&cache->shards[one]->lock);
  if (one != other)
    pthread_mutex_lock(&cache->shards[other]->lock);
}

static void unlock_both(struct lru_cache *cache, size_t one, size_t other) {
  pthread_mutex_unlock(&cache->shards[one]->lock);
  if (one != other)
    pthread_mutex_unlock(&cache->shards[other]->lock);
}

int lru_cache_rename(struct lru_cache *cache, uint64_t from, uint64_t to) {
  size_t from_index = shard_index(cache, from);
  size_t to_index = shard_index(cache, to);
  struct shard *source = cache->shards[from_index];
  struct shard *target = cache->shards[to_index];
  int error = 0;
  lock_both(cache, from_index, to_index);
  struct lru_entry *old = shard_find(source, from);
  if (!old) {
    error = ENOENT;
  } else if (shard_find(target, to)) {
    error = EEXIST;
  } else {
    // Users may hold the old entry with the old key, so it is not changed: a new one shares its value.
    struct lru_entry *entry = entry_create(to, old->shared);
    if (entry) {
      atomic_fetch_add(&old->shared->references, 1);
      shard_remove(source, old);
      shard_add(target, entry);
    } else {
      error = ENOMEM;
    }
  }
  unlock_both(cache, from_index, to_index);
  return error;
}

struct lru_cache_statistics lru_cache_statistics(struct lru_cache *cache) {
  struct lru_cache_statistics sum = {0, 0, 0};
  for (size_t i = 0; i < cache->shard_count; i++) {
    struct shard *shard = cache->shards[i];
    pthread_mutex_lock(&shard->lock);
    sum.hits += shard->statistics.hits;
    sum.misses += shard->statistics.misses;
    sum.evictions += shard->statistics.evictions;
    pthread_mutex_unlock(&shard->lock);
  }
  return sum;
}

void lru_cache_destroy(struct lru_cache *cache) {
  if (!cache)
    return;
  for (size_t i = 0; i < cache->shard_count; i++)
    shard_destroy(cache->shards[i]);
  free(cache->shards);
  free(cache);
}
