// Two producers and main as the only consumer. Each item arrives exactly once, and each producer learns whether its
// item was accepted. Main looks at the statistics meanwhile. Items that main does not take are released by destroy.
#include "mpmc_ring.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct mpmc_ring ring;

static void *produce(void *argument) {
  int *item = malloc(sizeof *item);
  if (item == NULL)
    return NULL;
  *item = *(const int *)argument;
  const bool accepted = mpmc_ring_try_push(&ring, item);
  assert(accepted); // two cells for two items
  if (!accepted)
    free(item);
  return NULL;
}

int main(void) {
  if (mpmc_ring_init(&ring, 2, free) != 0)
    return EXIT_FAILURE;
  int one = 1, two = 2;
  pthread_t first, second;
  pthread_create(&first, NULL, produce, &one);
  pthread_create(&second, NULL, produce, &two);
  struct mpmc_statistics statistics;
  mpmc_ring_read_statistics(&ring, &statistics);
  assert(statistics.refused == 0 && statistics.contended <= 2);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  int *item = mpmc_ring_try_pop(&ring);
  assert(item != NULL && (*item == 1 || *item == 2));
  int *other = mpmc_ring_try_pop(&ring);
  assert(other != NULL && *other == 3 - *item);
  void *none = mpmc_ring_try_pop(&ring);
  assert(none == NULL);
  free(item);
  // The cells are in their second round now: full after two items, and what is left belongs to destroy.
  bool accepted = mpmc_ring_try_push(&ring, other);
  assert(accepted);
  int *third = malloc(sizeof *third);
  if (third != NULL) {
    accepted = mpmc_ring_try_push(&ring, third);
    assert(accepted);
    accepted = mpmc_ring_try_push(&ring, &one);
    assert(!accepted);
  }
  mpmc_ring_destroy(&ring);
  return EXIT_SUCCESS;
}
