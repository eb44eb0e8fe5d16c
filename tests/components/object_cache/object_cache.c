// After Bonwick and Adams, "Magazines and Vmem", USENIX 2001, section 3. A thread has a loaded magazine, from which it
// serves itself, and a previous one, which is full or empty. With both, a thread that takes and gives one object again
// and again at the border of a magazine does not go to the depot each time.
#include "object_cache.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct magazine {
  struct magazine *next; // in the depot
  size_t count;
  void *rounds[];
};

/// What one thread has of a cache. Only this thread uses it.
struct local {
  struct object_cache *cache;
  struct magazine *loaded;   // null until an object is given back
  struct magazine *previous; // null, full or empty
};

struct object_cache {
  struct object_cache_options options;
  pthread_key_t local;
  atomic_size_t objects;

  pthread_mutex_t lock; // protects the depot: what follows
  struct magazine *full;
  struct magazine *empty;
  size_t full_count;
  size_t exchanges;
};

static void *new_object(struct object_cache *cache) {
  void *object = malloc(cache->options.object_size);
  if (!object)
    return NULL;
  if (cache->options.construct)
    cache->options.construct(object);
  atomic_fetch_add(&cache->objects, 1);
  return object;
}

static void free_object(struct object_cache *cache, void *object) {
  if (cache->options.destruct)
    cache->options.destruct(object);
  free(object);
  atomic_fetch_sub(&cache->objects, 1);
}

/// Frees the magazine with its objects.
static void free_magazine(struct object_cache *cache, struct magazine *magazine) {
  if (!magazine)
    return;
  while (magazine->count > 0)
    free_object(cache, magazine->rounds[--magazine->count]);
  free(magazine);
}

/// Gives a magazine to the depot, or frees it if the depot has enough of its kind. The lock is not held.
static void return_magazine(struct object_cache *cache, struct magazine *magazine) {
  if (!magazine)
    return;
  // A magazine with some objects counts as full: the thread that takes it finds at least one.
  const bool has_objects = magazine->count > 0;
  pthread_mutex_lock(&cache->lock);
  const bool keep = !has_objects || cache->full_count < cache->options.depot_limit;
  if (keep) {
    struct magazine **list = has_objects ? &cache->full : &cache->empty;
    magazine->next = *list;
    *list = magazine;
    cache->full_count += has_objects;
  }
  pthread_mutex_unlock(&cache->lock);
  if (!keep)
    free_magazine(cache, magazine);
}

/// Runs at the end of each thread that has used the cache.
static void thread_ended(void *argument) {
  struct local *local = argument;
#ifndef WRONG_THREAD_END
  return_magazine(local->cache, local->loaded);
  return_magazine(local->cache, local->previous);
#endif
  free(local);
}

/// The calling thread's part of the cache; null if there is not enough memory.
static struct local *local_of(struct object_cache *cache) {
  struct local *local = pthread_getspecific(cache->local);
  if (local)
    return local;
  local = calloc(1, sizeof *local);
  if (!local)
    return NULL;
  local->cache = cache;
  if (pthread_setspecific(cache->local, local) != 0) {
    free(local);
    return NULL;
  }
  return local;
}

struct object_cache *object_cache_create(const struct object_cache_options *options) {
  struct object_cache *cache = calloc(1, sizeof *cache);
  if (!cache)
    return NULL;
  cache->options = *options;
  if (pthread_key_create(&cache->local, thread_ended) != 0) {
    free(cache);
    return NULL;
  }
  pthread_mutex_init(&cache->lock, NULL);
  atomic_init(&cache->objects, 0);
  return cache;
}

void object_cache_destroy(struct object_cache *cache) {
  if (!cache)
    return;
  // The deletion of a key calls no destructors, and this thread may not end soon.
  struct local *local = pthread_getspecific(cache->local);
  if (local) {
    free_magazine(cache, local->loaded);
    free_magazine(cache, local->previous);
    free(local);
  }
  pthread_key_delete(cache->local);

  struct magazine *lists[] = {cache->full, cache->empty};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    while (lists[i]) {
      struct magazine *next = lists[i]->next;
      free_magazine(cache, lists[i]);
      lists[i] = next;
    }
  }
  pthread_mutex_destroy(&cache->lock);
  free(cache);
}

static void swap_magazines(struct local *local) {
  struct magazine *loaded = local->loaded;
  local->loaded = local->previous;
  local->previous = loaded;
}

/// Loads a full magazine of the depot, and leaves the previous one, which is empty, there. False if there is none.
static bool load_full(struct object_cache *cache, struct local *local) {
#ifdef WRONG_PEEK
  if (!cache->full)
    return false;
#endif
  pthread_mutex_lock(&cache->lock);
  struct magazine *magazine = cache->full;
  if (!magazine) {
    pthread_mutex_unlock(&cache->lock);
    return false;
  }
#ifdef WRONG_EXCHANGE
  struct magazine *rest = magazine->next;
  pthread_mutex_unlock(&cache->lock);
  // The lock is given up between the choice of the magazine and its removal.
  pthread_mutex_lock(&cache->lock);
  cache->full = rest;
#else
  cache->full = magazine->next;
#endif
  cache->full_count--;
  if (local->previous) {
    local->previous->next = cache->empty;
    cache->empty = local->previous;
  }
  cache->exchanges++;
  pthread_mutex_unlock(&cache->lock);
  local->previous = local->loaded;
  local->loaded = magazine;
  return true;
}

/// Loads an empty magazine, from the depot or a new one, and leaves the previous one, which is full, in the depot.
/// False if there is not enough memory.
static bool load_empty(struct object_cache *cache, struct local *local) {
  pthread_mutex_lock(&cache->lock);
  struct magazine *magazine = cache->empty;
  if (magazine) {
    cache->empty = magazine->next;
  } else {
    // Under the lock, which is short enough: this happens only while the cache grows.
    magazine = malloc(sizeof *magazine + cache->options.rounds * sizeof *magazine->rounds);
    if (!magazine) {
#ifndef WRONG_NO_UNLOCK
      pthread_mutex_unlock(&cache->lock);
#endif
      return false;
    }
    magazine->count = 0;
  }
  cache->exchanges++;
  pthread_mutex_unlock(&cache->lock);
  return_magazine(cache, local->previous);
  local->previous = local->loaded;
  local->loaded = magazine;
  return true;
}

void *object_cache_take(struct object_cache *cache) {
  struct local *local = local_of(cache);
  if (!local)
    return new_object(cache);
  if (!local->loaded || local->loaded->count == 0) {
    if (local->previous && local->previous->count > 0)
      swap_magazines(local);
    else if (!load_full(cache, local))
      return new_object(cache);
  }
  return local->loaded->rounds[--local->loaded->count];
}

void object_cache_give(struct object_cache *cache, void *object) {
  if (!object)
    return;
  struct local *local = local_of(cache);
  if (!local) {
    free_object(cache, object);
    return;
  }
  if (!local->loaded || local->loaded->count == cache->options.rounds) {
    if (local->previous && local->previous->count == 0) {
      swap_magazines(local);
    } else if (!load_empty(cache, local)) {
      free_object(cache, object);
      return;
    }
  }
  local->loaded->rounds[local->loaded->count++] = object;
}

struct object_cache_statistics object_cache_statistics(struct object_cache *cache) {
  struct object_cache_statistics statistics = {.objects = atomic_load(&cache->objects)};
  pthread_mutex_lock(&cache->lock);
  statistics.exchanges = cache->exchanges;
  pthread_mutex_unlock(&cache->lock);
  return statistics;
}
