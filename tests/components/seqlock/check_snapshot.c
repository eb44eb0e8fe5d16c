// A writer replaces a pair of numbers, and main reads it twice: each copy is one of the pairs, and time does not run
// backwards.
#include "seqlock.h"

#include <assert.h>
#include <stdlib.h>

static struct seqlock lock;

static void *write_pair(void *argument) {
  (void)argument;
  const uint64_t pair[2] = {2, 20};
  seqlock_write(&lock, pair);
  return NULL;
}

int main(void) {
  const uint64_t initial[2] = {1, 10};
  if (seqlock_init(&lock, initial, 2) != 0)
    return EXIT_FAILURE;
  pthread_t writer;
  pthread_create(&writer, NULL, write_pair, NULL);
  uint64_t first[2], second[2];
  const unsigned earlier = seqlock_read(&lock, first);
  const unsigned later = seqlock_read(&lock, second);
  assert(first[1] == 10 * first[0]);
  assert(second[1] == 10 * second[0]);
  assert(first[0] <= second[0] && earlier <= later);
  pthread_join(writer, NULL);
  const int error = seqlock_destroy(&lock);
  assert(error == 0);
  return EXIT_SUCCESS;
}
