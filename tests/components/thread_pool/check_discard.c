// One worker; main destroys the pool without shutdown. Each task is executed at most once, the logger sees what was
// discarded, and nothing runs after the end of destroy.
#include "thread_pool.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>

static int executed;
static int discarded;
static int destroyed;

static void execute(void *argument) {
  assert(!destroyed);
  *(int *)argument += 1;
}

static void count_messages(void *context, enum thread_pool_level level, const char *format, va_list arguments) {
  assert(level == THREAD_POOL_INFO);
  if (format[4] == 't') // "%zu tasks discarded"
    *(int *)context += (int)va_arg(arguments, size_t);
}

int main(void) {
  struct thread_pool *pool;
  struct thread_pool_options options = {
      .workers = 1, .capacity = 2, .logger = count_messages, .logger_context = &discarded, .level = THREAD_POOL_INFO};
  if (thread_pool_create(&pool, &options) != 0)
    return 1;
  int accepted = 0;
  for (int i = 0; i < 2; i++)
    accepted += thread_pool_try_submit(pool, execute, &executed) == 0;
  thread_pool_destroy(pool);
  destroyed = 1;
  assert(accepted == 2);
  assert(executed + discarded == accepted);
  return 0;
}
