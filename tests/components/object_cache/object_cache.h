// A cache of objects of one size. Each thread keeps two magazines of free objects, so that most calls touch no shared
// memory; full and empty magazines are exchanged with a depot that all threads share.
#ifndef OBJECT_CACHE_H
#define OBJECT_CACHE_H

#include <stddef.h>

struct object_cache;

struct object_cache_options {
  size_t object_size;
  size_t rounds;      // objects in a magazine, at least 1
  size_t depot_limit; // full magazines that the depot keeps; the objects of others are freed
  /// Called for each object when its memory is allocated and before it is freed, not when it is reused. May be null.
  void (*construct)(void *object);
  void (*destruct)(void *object);
};

struct object_cache_statistics {
  size_t objects;   // that exist, in use or not
  size_t exchanges; // of magazines with the depot
};

/// Null if there is not enough memory, or no key for thread-specific data.
struct object_cache *object_cache_create(const struct object_cache_options *options);

/// Frees all free objects. Every object must have been given back, and every thread but the caller that has used the
/// cache must have ended.
void object_cache_destroy(struct object_cache *cache);

/// An object, constructed or as it was given back; null if there is not enough memory.
void *object_cache_take(struct object_cache *cache);

void object_cache_give(struct object_cache *cache, void *object);

struct object_cache_statistics object_cache_statistics(struct object_cache *cache);

#endif
