// A work-stealing deque: its owner pushes and takes at the bottom, as with a stack, and any number of other threads
// steal the oldest items from the top. Only the last item makes the owner compete with the thieves.
//
// The deque grows when it is full. It does not own its items, which must not be null.
#ifndef DEQUE_H
#define DEQUE_H

#include <stdatomic.h>
#include <stddef.h>

enum deque_status {
  DEQUE_OK,
  DEQUE_EMPTY,
  DEQUE_LOST, // steal: another thread was faster; there may be more
};

struct deque_array;

struct deque {
  // Both only grow, except that take moves the bottom down for a moment. Items are at top, ..., bottom - 1.
  _Alignas(64) _Atomic(ptrdiff_t) top;
  _Alignas(64) _Atomic(ptrdiff_t) bottom;
  _Atomic(struct deque_array *) array;
};

/// Prepares a deque with room for `capacity` items, a power of two. Returns 0, EINVAL or ENOMEM; if it fails, the deque
/// must not be used or destroyed.
int deque_init(struct deque *deque, size_t capacity);

/// No other thread may use the deque any more.
void deque_destroy(struct deque *deque);

/// Owner only. Returns 0, or ENOMEM if the deque is full and cannot grow.
int deque_push(struct deque *deque, void *item);

/// Owner only. The newest item, or null if there is none.
void *deque_take(struct deque *deque);

/// Any thread. The oldest item.
enum deque_status deque_steal(struct deque *deque, void **item);

/// The number of items, which may be out of date.
size_t deque_size(const struct deque *deque);

#endif
