// After wait_idle, the tasks and the statistics agree, without a shutdown in between. A task submits another one.
#include "thread_pool.h"

#include <assert.h>

static struct thread_pool *pool;
static int first, second;

static void finish(void *argument) { *(int *)argument = 1; }

static void start(void *argument) {
  *(int *)argument = 1;
  assert(thread_pool_submit(pool, finish, &second) == 0);
}

int main(void) {
  struct thread_pool_options options = {.workers = 1, .capacity = 1, .level = THREAD_POOL_ERROR};
  if (thread_pool_create(&pool, &options) != 0)
    return 1;
  thread_pool_submit(pool, start, &first);
  thread_pool_wait_idle(pool);
  assert(first == 1 && second == 1);
  assert(thread_pool_statistics(pool).completed == 2);
  thread_pool_destroy(pool);
  return 0;
}
