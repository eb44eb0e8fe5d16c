// Two threads add to a pair of a number and its double by updates, and one update is refused: no addition is lost.
#include "seqlock.h"

#include <assert.h>
#include <stdlib.h>

static struct seqlock lock;

/// Adds the number that the context points to, unless it is zero.
static bool add(uint64_t *value, void *context) {
  const uint64_t number = *(const uint64_t *)context;
  if (number == 0)
    return false;
  value[0] += number;
  value[1] += 2 * number;
  return true;
}

static void *add_three(void *argument) {
  (void)argument;
  uint64_t three = 3;
  const bool changed = seqlock_update(&lock, add, &three);
  assert(changed);
  return NULL;
}

int main(void) {
  const uint64_t initial[2] = {0, 0};
  if (seqlock_init(&lock, initial, 2) != 0)
    return EXIT_FAILURE;
  pthread_t thread;
  pthread_create(&thread, NULL, add_three, NULL);
  uint64_t number = 0;
  bool changed = seqlock_update(&lock, add, &number);
  assert(!changed);
  number = 4;
  changed = seqlock_update(&lock, add, &number);
  assert(changed);
  pthread_join(thread, NULL);
  uint64_t value[2];
  const unsigned version = seqlock_read(&lock, value);
  assert(version == 4);
  assert(value[0] == 7 && value[1] == 14);
  const int error = seqlock_destroy(&lock);
  assert(error == 0);
  return EXIT_SUCCESS;
}
