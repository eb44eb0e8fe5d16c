// The owner and a thief compete for two jobs. Each job is executed exactly once: its counter is plain, so a second
// execution is also a data race.
#include "deque.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
  int executions;
};

static struct deque deque;

static void *steal_one(void *argument) {
  (void)argument;
  void *item;
  if (deque_steal(&deque, &item) == DEQUE_OK) {
    struct job *job = item;
    job->executions++;
  }
  return NULL;
}

int main(void) {
  if (deque_init(&deque, 2) != 0)
    return EXIT_FAILURE;
  struct job jobs[2] = {{0}, {0}};
  if (deque_push(&deque, &jobs[0]) != 0)
    abort();
  pthread_t thief;
  pthread_create(&thief, NULL, steal_one, NULL);
  if (deque_push(&deque, &jobs[1]) != 0)
    abort();
  struct job *job;
  while ((job = deque_take(&deque)) != NULL)
    job->executions++;
  assert(deque_size(&deque) == 0);
  pthread_join(thief, NULL);
  assert(jobs[0].executions == 1);
  assert(jobs[1].executions == 1);
  deque_destroy(&deque);
  return EXIT_SUCCESS;
}
