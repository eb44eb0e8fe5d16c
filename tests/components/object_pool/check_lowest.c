// Two threads get the two objects of a pool: none was left at some time.
#include "object_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct object_pool pool;

static void *get_one(void *argument) {
  (void)argument;
  return object_pool_get(&pool);
}

int main(void) {
  if (object_pool_init(&pool, 2, sizeof(int)) != 0)
    return EXIT_FAILURE;
  pthread_t thread;
  pthread_create(&thread, NULL, get_one, NULL);
  void *mine = object_pool_get(&pool);
  void *other;
  pthread_join(thread, &other);
  assert(mine != NULL && other != NULL && mine != other);
  assert(object_pool_lowest(&pool) == 0);
  object_pool_destroy(&pool);
  return EXIT_SUCCESS;
}
