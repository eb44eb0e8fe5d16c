// The deque of Chase and Lev (Dynamic Circular Work-Stealing Deque, 2005), with the memory orders of Lê, Pop, Cohen and
// Zappa Nardelli (Correct and Efficient Work-Stealing for Weak Memory Models, 2013).
//
// A thief reads the slot before it claims it, since the owner may fill the slot again as soon as it is claimed. Until
// the claim succeeds, what it has read may be out of date, so slots are atomic, and so arrays that were replaced must
// live on: they are kept in a list until the deque is destroyed. As each array is twice as large as its predecessor,
// all of them together are smaller than the current one.
#include "deque.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef WRONG_PLAIN_SLOTS
typedef void *deque_slot;
#else
typedef _Atomic(void *) deque_slot;
#endif

struct deque_array {
  struct deque_array *previous;
  size_t capacity;
  deque_slot slots[];
};

static deque_slot *slot_at(struct deque_array *array, ptrdiff_t index) {
  return &array->slots[(size_t)index & (array->capacity - 1)];
}

static void *get(struct deque_array *array, ptrdiff_t index) {
#ifdef WRONG_PLAIN_SLOTS
  return *slot_at(array, index);
#else
  return atomic_load_explicit(slot_at(array, index), memory_order_relaxed);
#endif
}

static void put(struct deque_array *array, ptrdiff_t index, void *item) {
#ifdef WRONG_PLAIN_SLOTS
  *slot_at(array, index) = item;
#else
  atomic_store_explicit(slot_at(array, index), item, memory_order_relaxed);
#endif
}

static struct deque_array *make_array(size_t capacity) {
  if (capacity > (PTRDIFF_MAX - sizeof(struct deque_array)) / sizeof(deque_slot))
    return NULL;
  struct deque_array *array = malloc(sizeof *array + capacity * sizeof(deque_slot));
  if (array == NULL)
    return NULL;
  array->previous = NULL;
  array->capacity = capacity;
  return array;
}

int deque_init(struct deque *deque, size_t capacity) {
  if (capacity == 0 || (capacity & (capacity - 1)) != 0)
    return EINVAL;
  struct deque_array *array = make_array(capacity);
  if (array == NULL)
    return ENOMEM;
  atomic_init(&deque->top, 0);
  atomic_init(&deque->bottom, 0);
  atomic_init(&deque->array, array);
  return 0;
}

void deque_destroy(struct deque *deque) {
  struct deque_array *array = atomic_load_explicit(&deque->array, memory_order_relaxed);
#ifdef WRONG_DESTROY_LEAK
  free(array);
#else
  while (array != NULL) {
    struct deque_array *previous = array->previous;
    free(array);
    array = previous;
  }
#endif
  atomic_store_explicit(&deque->array, NULL, memory_order_relaxed);
}

/// Replaces the array by one of twice the size with the same items at the same indices. Null if memory is exhausted.
static struct deque_array *grow(struct deque *deque, struct deque_array *old, ptrdiff_t top, ptrdiff_t bottom) {
  struct deque_array *array = make_array(2 * old->capacity);
  if (array == NULL)
    return NULL;
  for (ptrdiff_t i = top; i < bottom; i++)
    put(array, i, get(old, i));
#ifdef WRONG_GROW_FREE
  atomic_store_explicit(&deque->array, array, memory_order_release);
  free(old);
#else
  array->previous = old;
  atomic_store_explicit(&deque->array, array, memory_order_release);
#endif
  return array;
}

int deque_push(struct deque *deque, void *item) {
  const ptrdiff_t bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed);
  const ptrdiff_t top = atomic_load_explicit(&deque->top, memory_order_acquire);
  struct deque_array *array = atomic_load_explicit(&deque->array, memory_order_relaxed);
  if (bottom - top >= (ptrdiff_t)array->capacity) {
    array = grow(deque, array, top, bottom);
    if (array == NULL)
      return ENOMEM;
  }
  put(array, bottom, item);
  atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_release);
  return 0;
}

/// Claims the oldest item. Fails if another thread has done so.
static bool claim_top(struct deque *deque, ptrdiff_t top) {
  return atomic_compare_exchange_strong_explicit(&deque->top, &top, top + 1, memory_order_seq_cst,
                                                 memory_order_relaxed);
}

void *deque_take(struct deque *deque) {
  const ptrdiff_t bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed) - 1;
  struct deque_array *array = atomic_load_explicit(&deque->array, memory_order_relaxed);
  // Thieves that read the bottom from now on leave the item at this index alone.
  atomic_store_explicit(&deque->bottom, bottom, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  const ptrdiff_t top = atomic_load_explicit(&deque->top, memory_order_relaxed);
  if (top > bottom) {
    atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_relaxed);
    return NULL;
  }
  void *item = get(array, bottom);
  if (top < bottom)
    return item;
  // The last item: thieves may have read the old bottom, so it has to be claimed as they do.
#ifdef WRONG_TAKE_LAST
  atomic_store_explicit(&deque->top, top + 1, memory_order_relaxed);
#else
  if (!claim_top(deque, top))
    item = NULL;
#endif
  atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_relaxed);
  return item;
}

enum deque_status deque_steal(struct deque *deque, void **item) {
  const ptrdiff_t top = atomic_load_explicit(&deque->top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  const ptrdiff_t bottom = atomic_load_explicit(&deque->bottom, memory_order_acquire);
  if (top >= bottom)
    return DEQUE_EMPTY;
  struct deque_array *array = atomic_load_explicit(&deque->array, memory_order_acquire);
#ifdef WRONG_STEAL_LATE
  if (!claim_top(deque, top))
    return DEQUE_LOST;
  *item = get(array, top);
#else
  void *candidate = get(array, top);
  if (!claim_top(deque, top))
    return DEQUE_LOST;
  *item = candidate;
#endif
  return DEQUE_OK;
}

size_t deque_size(const struct deque *deque) {
  const ptrdiff_t bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed);
  const ptrdiff_t top = atomic_load_explicit(&deque->top, memory_order_relaxed);
  return bottom > top ? (size_t)(bottom - top) : 0;
}
