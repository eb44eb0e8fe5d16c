// A producer and two consumers, of which main is one. Both consumers stop when the ring is closed; together they have
// seen each item exactly once, and each of them in the order in which the items were sent.
#include "mpmc_ring.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { ITEMS = 2 };

static struct mpmc_ring ring;
static int items[ITEMS];
static int taken_by_other;

static void *produce(void *argument) {
  (void)argument;
  for (int i = 0; i < ITEMS; i++) {
    items[i] = i + 1; // plain: the ring must order it before the read of the consumer
    if (!mpmc_ring_try_push(&ring, &items[i]))
      abort();
  }
  mpmc_ring_close(&ring);
  return NULL;
}

/// The sum of the items that the calling thread gets.
static int consume(void) {
  int sum = 0;
  int last = 0;
  int *item;
  while ((item = mpmc_ring_pop(&ring)) != NULL) {
    assert(*item > last);
    last = *item;
    sum += *item;
  }
  return sum;
}

static void *consume_thread(void *argument) {
  (void)argument;
  taken_by_other = consume();
  return NULL;
}

int main(void) {
  if (mpmc_ring_init(&ring, 2, NULL) != 0)
    return EXIT_FAILURE;
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume_thread, NULL);
  const int sum = consume();
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  assert(sum + taken_by_other == 3);
  mpmc_ring_destroy(&ring);
  return EXIT_SUCCESS;
}
