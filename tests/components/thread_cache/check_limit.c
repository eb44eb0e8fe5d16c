// Threads that keep no block for themselves: each put goes to the shared list, where the other thread finds the block.
#include "thread_cache.h"

#include <assert.h>
#include <stdlib.h>

static struct thread_cache cache;

static void *use_block(void *argument) {
  (void)argument;
  int *block = thread_cache_get(&cache);
  if (block != NULL)
    *block = 1;
  thread_cache_put(&cache, block);
  return NULL;
}

int main(void) {
  if (thread_cache_init(&cache, sizeof(int), 0) != 0)
    return EXIT_FAILURE;
  pthread_t thread;
  pthread_create(&thread, NULL, use_block, NULL);
  int *first = thread_cache_get(&cache);
  int *second = thread_cache_get(&cache);
  assert(first == NULL || first != second);
  thread_cache_put(&cache, first);
  thread_cache_put(&cache, second);
  pthread_join(thread, NULL);
  const size_t missing = thread_cache_destroy(&cache);
  assert(missing == 0);
  return EXIT_SUCCESS;
}
