// Two workers and a ring of one slot: each task that was accepted is executed once before shutdown returns.
#include "thread_pool.h"

#include <assert.h>
#include <errno.h>

static int executed[2];

static void execute(void *argument) {
  int *times = argument;
  ++*times;
}

int main(void) {
  struct thread_pool *pool;
  struct thread_pool_options options = {.workers = 2, .capacity = 1, .level = THREAD_POOL_ERROR};
  if (thread_pool_create(&pool, &options) != 0)
    return 1;
  for (int i = 0; i < 2; i++)
    assert(thread_pool_submit(pool, execute, &executed[i]) == 0);
  assert(thread_pool_shutdown(pool, THREAD_POOL_DRAIN) == 0);
  assert(executed[0] == 1 && executed[1] == 1);
  assert(thread_pool_submit(pool, execute, &executed[0]) == ECANCELED);
  assert(thread_pool_statistics(pool).completed == 2);
  thread_pool_destroy(pool);
  return 0;
}
