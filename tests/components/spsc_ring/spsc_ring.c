// The indices `head` and `tail` count all items that were ever pushed and popped; they wrap around with their type, and
// their difference is the number of items in the ring. Each index is written by one side only. A slot belongs to the
// producer from the moment at which it observes a tail beyond it until it publishes it by a store to `head` (release),
// and to the consumer from the moment at which it observes that head (acquire) until its store to `tail`.
//
// Each side keeps a copy of the other side's index and reads the shared one only if the copy does not suffice. In a
// ring that is neither full nor empty, the two cache lines with the indices then rarely move between processors.
#include "spsc_ring.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

struct spsc_ring {
  size_t capacity;
  size_t mask;
  size_t item_size;
  unsigned char *slots;

  // Written by the producer.
  _Alignas(CACHE_LINE) atomic_size_t head;
  size_t known_tail; // at most the true tail
  atomic_bool closed;
#ifdef WRONG_STATISTICS
  size_t rejected;
#else
  atomic_size_t rejected;
#endif

  // Written by the consumer.
  _Alignas(CACHE_LINE) atomic_size_t tail;
  size_t known_head; // at most the true head
};

#ifdef WRONG_PUBLISH_RELAXED
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

struct spsc_ring *spsc_ring_create(size_t capacity, size_t item_size) {
  if (capacity == 0 || (capacity & (capacity - 1)) != 0 || item_size == 0 || item_size > SIZE_MAX / capacity) {
    errno = EINVAL;
    return NULL;
  }
  struct spsc_ring *ring = aligned_alloc(CACHE_LINE, sizeof *ring);
  if (ring == NULL)
    return NULL;
  ring->slots = malloc(capacity * item_size);
  if (ring->slots == NULL) {
#ifndef WRONG_CREATE_LEAK
    free(ring);
#endif
    return NULL;
  }
  ring->capacity = capacity;
  ring->mask = capacity - 1;
  ring->item_size = item_size;
  ring->known_tail = 0;
  ring->known_head = 0;
#ifdef WRONG_STATISTICS
  ring->rejected = 0;
#else
  atomic_init(&ring->rejected, 0);
#endif
  atomic_init(&ring->head, 0);
  atomic_init(&ring->tail, 0);
  atomic_init(&ring->closed, false);
  return ring;
}

void spsc_ring_destroy(struct spsc_ring *ring) {
  if (ring == NULL)
    return;
  free(ring->slots);
  free(ring);
}

static unsigned char *slot_at(const struct spsc_ring *ring, size_t index) {
  return ring->slots + (index & ring->mask) * ring->item_size;
}

/// Slots that the producer may fill. At least `wanted` if the ring has as many; the shared tail is read only if the
/// known one does not show that.
static size_t free_slots(struct spsc_ring *ring, size_t head, size_t wanted) {
#ifdef WRONG_FULL_OFF_BY_ONE
  const size_t usable = ring->capacity + 1;
#else
  const size_t usable = ring->capacity;
#endif
  if (usable - (head - ring->known_tail) < wanted)
    ring->known_tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
  return usable - (head - ring->known_tail);
}

/// Items that the consumer may take, in the same manner.
static size_t filled_slots(struct spsc_ring *ring, size_t tail, size_t wanted) {
  if (ring->known_head - tail < wanted)
    ring->known_head = atomic_load_explicit(&ring->head, memory_order_acquire);
  return ring->known_head - tail;
}

static void count_rejection(struct spsc_ring *ring) {
#ifdef WRONG_STATISTICS
  ring->rejected++;
#else
  // Only the producer writes, so that a load and a store suffice; they are atomic for the sake of the readers.
  const size_t rejected = atomic_load_explicit(&ring->rejected, memory_order_relaxed);
  atomic_store_explicit(&ring->rejected, rejected + 1, memory_order_relaxed);
#endif
}

enum spsc_status spsc_ring_push(struct spsc_ring *ring, const void *item) {
  if (atomic_load_explicit(&ring->closed, memory_order_relaxed))
    return SPSC_CLOSED;
  const size_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
  if (free_slots(ring, head, 1) == 0) {
    count_rejection(ring);
    return SPSC_FULL;
  }
  memcpy(slot_at(ring, head), item, ring->item_size);
  atomic_store_explicit(&ring->head, head + 1, PUBLISH);
  return SPSC_OK;
}

size_t spsc_ring_push_many(struct spsc_ring *ring, const void *items, size_t count) {
  if (count == 0 || atomic_load_explicit(&ring->closed, memory_order_relaxed))
    return 0;
  const size_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
  const size_t room = free_slots(ring, head, count);
  if (room == 0) {
    count_rejection(ring);
    return 0;
  }
  if (count > room)
    count = room;
  const unsigned char *next = items;
  for (size_t i = 0; i < count; i++) {
    memcpy(slot_at(ring, head + i), next, ring->item_size);
    next += ring->item_size;
  }
  atomic_store_explicit(&ring->head, head + count, PUBLISH);
  return count;
}

void spsc_ring_close(struct spsc_ring *ring) { atomic_store_explicit(&ring->closed, true, memory_order_release); }

enum spsc_status spsc_ring_pop(struct spsc_ring *ring, void *item) {
  const size_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
#ifdef WRONG_CLOSED_LAST
  if (filled_slots(ring, tail, 1) == 0)
    return atomic_load_explicit(&ring->closed, memory_order_acquire) ? SPSC_CLOSED : SPSC_EMPTY;
#else
  if (filled_slots(ring, tail, 1) == 0) {
    // The order matters: a ring that is found empty after it was found closed stays empty. The other way round, items
    // that were pushed between the two tests, before the ring was closed, would be lost.
    if (!atomic_load_explicit(&ring->closed, memory_order_acquire))
      return SPSC_EMPTY;
    if (filled_slots(ring, tail, 1) == 0)
      return SPSC_CLOSED;
  }
#endif
  memcpy(item, slot_at(ring, tail), ring->item_size);
  atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
  return SPSC_OK;
}

const void *spsc_ring_peek(struct spsc_ring *ring) {
  const size_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
  return filled_slots(ring, tail, 1) == 0 ? NULL : slot_at(ring, tail);
}

size_t spsc_ring_pop_many(struct spsc_ring *ring, void *items, size_t count) {
  const size_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
  const size_t available = filled_slots(ring, tail, count);
  if (count > available)
    count = available;
  unsigned char *next = items;
  for (size_t i = 0; i < count; i++) {
    memcpy(next, slot_at(ring, tail + i), ring->item_size);
    next += ring->item_size;
  }
  if (count != 0)
    atomic_store_explicit(&ring->tail, tail + count, memory_order_release);
  return count;
}

size_t spsc_ring_size(const struct spsc_ring *ring) {
  // The tail never passes the head: with the tail read first, the difference is not negative. It may be too great if
  // both have moved on in between.
  const size_t tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
  const size_t size = atomic_load_explicit(&ring->head, memory_order_acquire) - tail;
  return size < ring->capacity ? size : ring->capacity;
}

void spsc_ring_read_statistics(const struct spsc_ring *ring, struct spsc_statistics *statistics) {
  statistics->pushed = atomic_load_explicit(&ring->head, memory_order_relaxed);
#ifdef WRONG_STATISTICS
  statistics->rejected = ring->rejected;
#else
  statistics->rejected = atomic_load_explicit(&ring->rejected, memory_order_relaxed);
#endif
}
