// The owner pushes a third item into a deque for two while a thief steals: depending on which is first, the deque grows
// or uses the slot again. The thief gets the oldest item in both cases, or loses nothing if memory is exhausted.
#include "deque.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static struct deque deque;
static int items[3];
static void *stolen;

static void *steal_one(void *argument) {
  (void)argument;
  const enum deque_status status = deque_steal(&deque, &stolen);
  assert(status == DEQUE_OK); // the owner takes nothing in the meantime
  return NULL;
}

int main(void) {
  if (deque_init(&deque, 2) != 0)
    return EXIT_FAILURE;
  if (deque_push(&deque, &items[0]) != 0 || deque_push(&deque, &items[1]) != 0)
    abort(); // there is room for two
  pthread_t thief;
  pthread_create(&thief, NULL, steal_one, NULL);
  const int error = deque_push(&deque, &items[2]);
  assert(error == 0 || error == ENOMEM);
  pthread_join(thief, NULL);

  assert(stolen == &items[0]);
  if (error == 0) {
    const void *newest = deque_take(&deque);
    assert(newest == &items[2]);
  }
  const void *left = deque_take(&deque);
  assert(left == &items[1]);
  left = deque_take(&deque);
  assert(left == NULL);
  deque_destroy(&deque);
  return EXIT_SUCCESS;
}
