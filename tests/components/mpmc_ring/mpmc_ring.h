// A bounded queue of pointers for any number of producers and consumers, without locks.
//
// Both ends have a ticket counter, and every cell has a sequence number that says whose turn it is: in round r, the
// cell with index i is free for the producer with ticket i + r * capacity while its sequence number equals that ticket,
// and holds an item for the consumer with the same ticket while it equals the ticket plus one. A thread claims its
// ticket by a compare-exchange, so threads on different cells do not wait for each other.
//
// The queue owns the items that are in it: whatever is left at destruction goes to the function that was given for
// that.
#ifndef MPMC_RING_H
#define MPMC_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct mpmc_cell {
  atomic_size_t sequence;
  void *item;
};

struct mpmc_statistics {
  size_t contended; // lost races for a ticket, of all threads
  size_t refused;   // pushes into a full or closed ring
};

typedef void (*mpmc_release)(void *item);

struct mpmc_ring {
  struct mpmc_cell *cells;
  size_t mask;
  mpmc_release release; // may be null
  atomic_bool closed;
#ifdef WRONG_STATISTICS
  size_t contended;
  size_t refused;
#else
  atomic_size_t contended;
  atomic_size_t refused;
#endif
  // Far apart, so that producers and consumers do not share a cache line.
  _Alignas(64) atomic_size_t push_ticket;
  _Alignas(64) atomic_size_t pop_ticket;
};

/// Prepares a ring with `capacity` cells, a power of two and at least 2. Returns 0, EINVAL or ENOMEM; if it fails, the
/// ring must not be used or destroyed.
int mpmc_ring_init(struct mpmc_ring *ring, size_t capacity, mpmc_release release);

/// Hands all items that are left to the release function. No other thread may use the ring any more.
void mpmc_ring_destroy(struct mpmc_ring *ring);

/// False if the ring is full or closed: the item then still belongs to the caller. Null pointers are not accepted.
bool mpmc_ring_try_push(struct mpmc_ring *ring, void *item);

/// The oldest item, or null if the ring is empty.
void *mpmc_ring_try_pop(struct mpmc_ring *ring);

/// As try_pop, but waits until there is an item, or until the ring is closed and empty; null then.
void *mpmc_ring_pop(struct mpmc_ring *ring);

/// To be called when all pushes have returned: pops end when nothing is left.
void mpmc_ring_close(struct mpmc_ring *ring);

void mpmc_ring_read_statistics(const struct mpmc_ring *ring, struct mpmc_statistics *statistics);

#endif
