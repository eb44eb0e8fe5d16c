// A bounded queue from one producer thread to one consumer thread, without locks.
//
// Items are copied in and out; they have a fixed size that is chosen at creation. The producer may close the ring when
// it has sent everything: the consumer then drains what is left and is told that nothing will follow.
//
// Functions of the producer: spsc_ring_push, spsc_ring_push_many, spsc_ring_close.
// Functions of the consumer: spsc_ring_pop, spsc_ring_peek, spsc_ring_pop_many.
// Any thread may call spsc_ring_size and spsc_ring_read_statistics.
#ifndef SPSC_RING_H
#define SPSC_RING_H

#include <stdbool.h>
#include <stddef.h>

enum spsc_status {
  SPSC_OK,
  SPSC_FULL,   // push: no free slot at the moment
  SPSC_EMPTY,  // pop: no item at the moment
  SPSC_CLOSED, // pop: no item, and none will follow; push: the ring has been closed
};

struct spsc_statistics {
  size_t pushed;   // items that were accepted
  size_t rejected; // attempts to push into a full ring
};

struct spsc_ring;

/// A ring for `capacity` items of `item_size` bytes. The capacity must be a power of two. Null, with errno set, if an
/// argument is invalid or memory is exhausted.
struct spsc_ring *spsc_ring_create(size_t capacity, size_t item_size);

/// Neither thread may use the ring any more. A null pointer is ignored.
void spsc_ring_destroy(struct spsc_ring *ring);

enum spsc_status spsc_ring_push(struct spsc_ring *ring, const void *item);

/// Pushes the first items of an array of `count`, as many as there is room for, and returns their number. The consumer
/// sees all of them at once.
size_t spsc_ring_push_many(struct spsc_ring *ring, const void *items, size_t count);

/// No push may follow. Closing a closed ring has no effect.
void spsc_ring_close(struct spsc_ring *ring);

enum spsc_status spsc_ring_pop(struct spsc_ring *ring, void *item);

/// The oldest item, which stays in the ring and is valid until the next pop; null if there is none.
const void *spsc_ring_peek(struct spsc_ring *ring);

/// Pops at most `count` items into an array and returns their number.
size_t spsc_ring_pop_many(struct spsc_ring *ring, void *items, size_t count);

/// The number of items; for other threads than the two users, it may be out of date, but never exceeds the capacity.
size_t spsc_ring_size(const struct spsc_ring *ring);

void spsc_ring_read_statistics(const struct spsc_ring *ring, struct spsc_statistics *statistics);

#endif
