// A ring buffer for one producer and one consumer, without locks: a library, without main. The producer publishes a slot
// by its store to `head` (release), which the consumer reads (acquire), and the other way round for `tail`.
// spsc_ring.harness.yaml is how it is used:
//
//   heddle verify --harness examples/spsc_ring.harness.yaml examples/spsc_ring.c
//
// Holds: unreach-call, no-data-race, valid-memsafety.
#include <stdatomic.h>

#define CAPACITY 2

struct ring {
  _Atomic unsigned head; // slots that have been filled
  _Atomic unsigned tail; // slots that have been emptied
  int slots[CAPACITY];
};

/// 0 if the ring is full.
int ring_push(struct ring *ring, int value) {
  const unsigned head = atomic_load_explicit(&ring->head, memory_order_relaxed);
  if (head - atomic_load_explicit(&ring->tail, memory_order_acquire) == CAPACITY)
    return 0;
  ring->slots[head % CAPACITY] = value;
  atomic_store_explicit(&ring->head, head + 1, memory_order_release);
  return 1;
}

/// 0 if the ring is empty.
int ring_pop(struct ring *ring, int *value) {
  const unsigned tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
  if (atomic_load_explicit(&ring->head, memory_order_acquire) == tail)
    return 0;
  *value = ring->slots[tail % CAPACITY];
  atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
  return 1;
}
