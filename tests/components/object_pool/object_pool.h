// A pool of objects of one size, allocated at once and handed out without locks. Getting and putting an object takes a
// compare-exchange, never an allocation, so it suits paths that must not fail late or wait.
#ifndef OBJECT_POOL_H
#define OBJECT_POOL_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct object_pool {
  unsigned char *objects;
  atomic_uint *next; // of each free object: index + 1 of the next free one, 0 at the end
  size_t object_size;
  uint32_t count;
  _Atomic(uint64_t) head; // index + 1 of the first free object in the low half, a tag in the high half
  atomic_uint lowest;     // smallest number of free objects so far, to choose the size of the pool by
  atomic_uint available;  // free objects; briefly too great while one is got or put
};

/// Allocates `count` objects, all of them free. Returns 0, EINVAL or ENOMEM; if it fails, the pool needs no
/// destruction.
int object_pool_init(struct object_pool *pool, uint32_t count, size_t object_size);

/// All objects cease to exist, also those that have not been put back. Returns how many of these there are.
uint32_t object_pool_destroy(struct object_pool *pool);

/// An object with arbitrary content, or null if all are in use.
void *object_pool_get(struct object_pool *pool);

/// Returns 0, or EINVAL if the pointer is not to an object of this pool.
int object_pool_put(struct object_pool *pool, void *object);

/// The smallest number of free objects since the pool was made.
unsigned object_pool_lowest(const struct object_pool *pool);

#endif
