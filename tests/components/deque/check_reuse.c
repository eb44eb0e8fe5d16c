// The only slot of a deque is used twice while a thief looks at it: the thief may hold an item that the owner has taken
// and replaced since, and must then fail. Each job is executed exactly once.
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

/// Takes a job and executes it, if there is one.
static void execute_one(void) {
  struct job *job = deque_take(&deque);
  if (job != NULL)
    job->executions++;
}

int main(void) {
  if (deque_init(&deque, 1) != 0)
    return EXIT_FAILURE;
  struct job jobs[2] = {{0}, {0}};
  if (deque_push(&deque, &jobs[0]) != 0)
    abort();
  pthread_t thief;
  pthread_create(&thief, NULL, steal_one, NULL);
  execute_one();
  if (deque_push(&deque, &jobs[1]) != 0)
    abort();
  execute_one();
  pthread_join(thief, NULL);
  assert(deque_size(&deque) == 0);
  assert(jobs[0].executions == 1);
  assert(jobs[1].executions == 1);
  deque_destroy(&deque);
  return EXIT_SUCCESS;
}
