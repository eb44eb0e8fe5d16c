#include "mpmc_ring.h"

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>

int mpmc_ring_init(struct mpmc_ring *ring, size_t capacity, mpmc_release release) {
  // With a single cell, "filled in this round" and "free in the next one" would be the same sequence number.
  if (capacity < 2 || (capacity & (capacity - 1)) != 0)
    return EINVAL;
  ring->cells = calloc(capacity, sizeof *ring->cells);
  if (ring->cells == NULL)
    return ENOMEM;
  for (size_t i = 0; i < capacity; i++)
    atomic_init(&ring->cells[i].sequence, i);
  ring->mask = capacity - 1;
  ring->release = release;
  atomic_init(&ring->closed, false);
#ifdef WRONG_STATISTICS
  ring->contended = 0;
  ring->refused = 0;
#else
  atomic_init(&ring->contended, 0);
  atomic_init(&ring->refused, 0);
#endif
  atomic_init(&ring->push_ticket, 0);
  atomic_init(&ring->pop_ticket, 0);
  return 0;
}

static void count_contention(struct mpmc_ring *ring) {
#ifdef WRONG_STATISTICS
  ring->contended++;
#else
  atomic_fetch_add_explicit(&ring->contended, 1, memory_order_relaxed);
#endif
}

static void count_refusal(struct mpmc_ring *ring) {
#ifdef WRONG_STATISTICS
  ring->refused++;
#else
  atomic_fetch_add_explicit(&ring->refused, 1, memory_order_relaxed);
#endif
}

/// Takes the ticket if it is still the current one.
static bool claim(atomic_size_t *counter, size_t ticket) {
#ifdef WRONG_CLAIM
  if (atomic_load_explicit(counter, memory_order_relaxed) != ticket)
    return false;
  atomic_store_explicit(counter, ticket + 1, memory_order_relaxed);
  return true;
#else
  return atomic_compare_exchange_strong_explicit(counter, &ticket, ticket + 1, memory_order_relaxed,
                                                 memory_order_relaxed);
#endif
}

bool mpmc_ring_try_push(struct mpmc_ring *ring, void *item) {
  if (item == NULL || atomic_load_explicit(&ring->closed, memory_order_relaxed)) {
    count_refusal(ring);
    return false;
  }
  for (;;) {
    const size_t ticket = atomic_load_explicit(&ring->push_ticket, memory_order_relaxed);
    struct mpmc_cell *cell = &ring->cells[ticket & ring->mask];
    const size_t sequence = atomic_load_explicit(&cell->sequence, memory_order_acquire);
    // The difference, not the order, since tickets wrap around.
    const intptr_t lead = (intptr_t)(sequence - ticket);
    if (lead < 0) {
      // The item of the previous round is still there.
      count_refusal(ring);
      return false;
    }
    if (lead == 0 && claim(&ring->push_ticket, ticket)) {
#ifdef WRONG_PUBLISH_FIRST
      atomic_store_explicit(&cell->sequence, ticket + 1, memory_order_release);
      cell->item = item;
#else
      cell->item = item;
      atomic_store_explicit(&cell->sequence, ticket + 1, memory_order_release);
#endif
      return true;
    }
    count_contention(ring);
  }
}

void *mpmc_ring_try_pop(struct mpmc_ring *ring) {
  for (;;) {
    const size_t ticket = atomic_load_explicit(&ring->pop_ticket, memory_order_relaxed);
    struct mpmc_cell *cell = &ring->cells[ticket & ring->mask];
    const size_t sequence = atomic_load_explicit(&cell->sequence, memory_order_acquire);
    const intptr_t lead = (intptr_t)(sequence - (ticket + 1));
    if (lead < 0)
      return NULL; // The producer with this ticket has not come, or has not finished.
    if (lead == 0 && claim(&ring->pop_ticket, ticket)) {
      void *item = cell->item;
      // Frees the cell for the producer of the next round.
#ifdef WRONG_NEXT_ROUND
      atomic_store_explicit(&cell->sequence, ticket + ring->mask, memory_order_release);
#else
      atomic_store_explicit(&cell->sequence, ticket + ring->mask + 1, memory_order_release);
#endif
      return item;
    }
    count_contention(ring);
  }
}

void *mpmc_ring_pop(struct mpmc_ring *ring) {
  for (;;) {
    // Whether the ring is closed is read first: what was pushed before it was closed is then seen by the pop.
    const bool closed = atomic_load_explicit(&ring->closed, memory_order_acquire);
    void *item = mpmc_ring_try_pop(ring);
    if (item != NULL || closed)
      return item;
    sched_yield();
  }
}

void mpmc_ring_close(struct mpmc_ring *ring) { atomic_store_explicit(&ring->closed, true, memory_order_release); }

void mpmc_ring_destroy(struct mpmc_ring *ring) {
#ifndef WRONG_DESTROY_LEAK
  if (ring->release != NULL) {
    void *item;
    while ((item = mpmc_ring_try_pop(ring)) != NULL)
      ring->release(item);
  }
#endif
  free(ring->cells);
  ring->cells = NULL;
}

void mpmc_ring_read_statistics(const struct mpmc_ring *ring, struct mpmc_statistics *statistics) {
#ifdef WRONG_STATISTICS
  statistics->contended = ring->contended;
  statistics->refused = ring->refused;
#else
  statistics->contended = atomic_load_explicit(&ring->contended, memory_order_relaxed);
  statistics->refused = atomic_load_explicit(&ring->refused, memory_order_relaxed);
#endif
}
