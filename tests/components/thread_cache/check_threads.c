// A thread and main get, use and put a block each; the thread leaves its cache to the others when it ends. No block has
// two users, and in the end all memory is free.
#include "thread_cache.h"

#include <assert.h>
#include <stdlib.h>

static struct thread_cache cache;

static void *use_block(void *argument) {
  const int *value = argument;
  int *block = thread_cache_get(&cache);
  if (block == NULL)
    return NULL;
  *block = *value;
  assert(*block == *value);
  thread_cache_put(&cache, block);
  return NULL;
}

int main(void) {
  if (thread_cache_init(&cache, sizeof(int), 1) != 0)
    return EXIT_FAILURE;
  int one = 1, two = 2;
  pthread_t thread;
  pthread_create(&thread, NULL, use_block, &one);
  use_block(&two);
  pthread_join(thread, NULL);
  const size_t missing = thread_cache_destroy(&cache);
  assert(missing == 0);
  return EXIT_SUCCESS;
}
