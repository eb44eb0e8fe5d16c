// Three messages go through a ring for two, so that it fills up and wraps around; the consumer stops when the ring is
// closed and empty. No message is lost, doubled, torn or out of order.
#include "spsc_ring.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum { MESSAGES = 3, CAPACITY = 2 };

struct message {
  int number;
  int square;
};

static void *produce(void *argument) {
  struct spsc_ring *ring = argument;
  for (int i = 1; i <= MESSAGES; i++) {
    const struct message message = {i, i * i};
    // Waiting for room, rather than pushing again and again, does not count rejections: the counter would make the
    // number of states unbounded.
    while (spsc_ring_size(ring) == CAPACITY)
      sched_yield();
    const enum spsc_status status = spsc_ring_push(ring, &message);
    assert(status == SPSC_OK);
  }
  spsc_ring_close(ring);
  return NULL;
}

static void *consume(void *argument) {
  struct spsc_ring *ring = argument;
  int received = 0;
  for (;;) {
    struct message message;
    const enum spsc_status status = spsc_ring_pop(ring, &message);
    if (status == SPSC_CLOSED)
      break;
    if (status == SPSC_EMPTY) {
      sched_yield();
      continue;
    }
    received++;
    assert(message.number == received);
    assert(message.square == received * received);
  }
  assert(received == MESSAGES);
  return NULL;
}

int main(void) {
  struct spsc_ring *ring = spsc_ring_create(CAPACITY, sizeof(struct message));
  if (ring == NULL)
    return EXIT_FAILURE;
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, ring);
  pthread_create(&consumer, NULL, consume, ring);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  assert(spsc_ring_size(ring) == 0);
  spsc_ring_destroy(ring);
  return EXIT_SUCCESS;
}
