// Batches, and a third thread that watches: main reads the size and the statistics while the two users are at work. The
// producer sends one batch, of which a part may be refused, and retries one item; the consumer peeks before it pops.
#include "spsc_ring.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { CAPACITY = 2 };

static struct spsc_ring *ring;
static size_t sent;
static size_t received;

static void *produce(void *argument) {
  (void)argument;
  const int numbers[] = {1, 2, 3};
  sent = spsc_ring_push_many(ring, numbers, 3);
  assert(sent == CAPACITY); // one more slot cannot be free: items leave only after the batch has been published
  if (spsc_ring_push(ring, &numbers[sent]) == SPSC_OK)
    sent++;
  return NULL;
}

static void *consume(void *argument) {
  (void)argument;
  int numbers[2] = {0, 0};
  const int *oldest = spsc_ring_peek(ring);
  if (oldest != NULL) {
    assert(*oldest == 1);
    received = spsc_ring_pop_many(ring, numbers, 2);
    assert(received == 2); // a batch is published at once
    assert(numbers[0] == 1 && numbers[1] == 2);
  }
  return NULL;
}

int main(void) {
  ring = spsc_ring_create(CAPACITY, sizeof(int));
  if (ring == NULL)
    return EXIT_FAILURE;
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, NULL);
  struct spsc_statistics statistics;
  spsc_ring_read_statistics(ring, &statistics);
  assert(statistics.pushed <= 3 && statistics.rejected <= 1);
  assert(spsc_ring_size(ring) <= CAPACITY);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  assert(spsc_ring_size(ring) == sent - received);
  spsc_ring_read_statistics(ring, &statistics);
  assert(statistics.pushed == sent && statistics.rejected == 3 - sent);
  spsc_ring_destroy(ring);
  return EXIT_SUCCESS;
}
