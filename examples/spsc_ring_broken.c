// As spsc_ring.c, but the producer publishes a slot before it has filled it. The consumer may take what the slot held
// before. The harness is the same:
//
//   heddle verify --harness examples/spsc_ring.harness.yaml examples/spsc_ring_broken.c
//
// Violates: unreach-call, no-data-race. Holds: valid-memsafety.
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
  atomic_store_explicit(&ring->head, head + 1, memory_order_release);
  ring->slots[head % CAPACITY] = value;
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
