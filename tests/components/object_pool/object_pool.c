// A stack of free objects, linked by indices. To take the first object, a thread reads the head and the index that
// follows, then replaces the one by the other. Between these steps, other threads may take this object and the next one
// and put the first one back: the head is the same, but the index that follows is not. Therefore each change of the
// head increments a tag in its upper half, and the compare-exchange fails.
#include "object_pool.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

static uint32_t first_of(uint64_t head) { return (uint32_t)head; }

/// The head with another first object, as the successor of `old`.
static uint64_t successor(uint64_t old, uint32_t first) {
#ifdef WRONG_NO_TAG
  (void)old;
  return first;
#else
  const uint32_t tag = (uint32_t)(old >> 32) + 1;
  return (uint64_t)tag << 32 | first;
#endif
}

int object_pool_init(struct object_pool *pool, uint32_t count, size_t object_size) {
  if (count == 0 || count == UINT32_MAX || object_size == 0)
    return EINVAL;
  pool->objects = calloc(count, object_size);
  if (pool->objects == NULL)
    return ENOMEM;
  pool->next = calloc(count, sizeof *pool->next);
  if (pool->next == NULL) {
#ifdef WRONG_INIT_DOUBLE_FREE
    free(pool->objects);
#endif
    goto failed;
  }
  // Each object is followed by the next one; index + 1 of that is i + 2.
  for (uint32_t i = 0; i < count; i++)
    atomic_init(&pool->next[i], i + 1 < count ? i + 2 : 0);
  pool->object_size = object_size;
  pool->count = count;
  atomic_init(&pool->head, 1);
  atomic_init(&pool->lowest, count);
  atomic_init(&pool->available, count);
  return 0;

failed:
  free(pool->objects);
  pool->objects = NULL;
  return ENOMEM;
}

uint32_t object_pool_destroy(struct object_pool *pool) {
  const uint32_t missing = pool->count - atomic_load_explicit(&pool->available, memory_order_relaxed);
  free(pool->objects);
  free(pool->next);
  pool->objects = NULL;
  pool->next = NULL;
  return missing;
}

static void count_get(struct object_pool *pool) {
  const unsigned available = atomic_fetch_sub_explicit(&pool->available, 1, memory_order_relaxed) - 1;
#ifdef WRONG_LOWEST
  if (available < atomic_load_explicit(&pool->lowest, memory_order_relaxed))
    atomic_store_explicit(&pool->lowest, available, memory_order_relaxed);
#else
  unsigned lowest = atomic_load_explicit(&pool->lowest, memory_order_relaxed);
  while (available < lowest)
    if (atomic_compare_exchange_strong_explicit(&pool->lowest, &lowest, available, memory_order_relaxed,
                                                memory_order_relaxed))
      break;
#endif
}

void *object_pool_get(struct object_pool *pool) {
  uint64_t head = atomic_load_explicit(&pool->head, memory_order_acquire);
  uint32_t first;
  uint32_t second;
  do {
    first = first_of(head);
    if (first == 0)
      return NULL;
    // Another thread may own the object by now and change this; then the tag has changed, too.
    second = atomic_load_explicit(&pool->next[first - 1], memory_order_relaxed);
  } while (!atomic_compare_exchange_weak_explicit(&pool->head, &head, successor(head, second), memory_order_acq_rel,
                                                  memory_order_acquire));
  count_get(pool);
  return pool->objects + (size_t)(first - 1) * pool->object_size;
}

/// Whether this is the address of an object; `index` then says of which.
static bool find_index(const struct object_pool *pool, const void *object, uint32_t *index) {
  const uintptr_t first = (uintptr_t)pool->objects;
  const uintptr_t address = (uintptr_t)object;
  if (address < first || address - first >= pool->count * pool->object_size)
    return false;
  if ((address - first) % pool->object_size != 0)
    return false;
  *index = (uint32_t)((address - first) / pool->object_size);
  return true;
}

int object_pool_put(struct object_pool *pool, void *object) {
  uint32_t index;
  if (!find_index(pool, object, &index))
    return EINVAL;
  // Before the object is in the stack: another thread that gets it at once must not count below zero.
  atomic_fetch_add_explicit(&pool->available, 1, memory_order_relaxed);
  uint64_t head = atomic_load_explicit(&pool->head, memory_order_relaxed);
  do {
    atomic_store_explicit(&pool->next[index], first_of(head), memory_order_relaxed);
#ifdef WRONG_PUT_RELAXED
  } while (!atomic_compare_exchange_weak_explicit(&pool->head, &head, successor(head, index + 1), memory_order_relaxed,
                                                  memory_order_relaxed));
#else
    // Release: the next owner comes after this one.
  } while (!atomic_compare_exchange_weak_explicit(&pool->head, &head, successor(head, index + 1), memory_order_release,
                                                  memory_order_relaxed));
#endif
  return 0;
}

unsigned object_pool_lowest(const struct object_pool *pool) {
  return atomic_load_explicit(&pool->lowest, memory_order_relaxed);
}
