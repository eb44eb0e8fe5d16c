// Two threads use the only object of a pool one after the other, with plain writes. The second one finds it free again.
#include "object_pool.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static struct object_pool pool;

static void *use(void *argument) {
  (void)argument;
  int *object = object_pool_get(&pool);
  if (object != NULL) {
    *object += 1;
    const int error = object_pool_put(&pool, object);
    assert(error == 0);
  }
  return NULL;
}

int main(void) {
  if (object_pool_init(&pool, 1, sizeof(int)) != 0)
    return EXIT_FAILURE;
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  use(NULL);
  pthread_join(thread, NULL);
  int *object = object_pool_get(&pool);
  assert(object != NULL && (*object == 1 || *object == 2));
  assert(object_pool_lowest(&pool) == 0);
  int foreign;
  const int error = object_pool_put(&pool, &foreign);
  assert(error == EINVAL);
  const uint32_t missing = object_pool_destroy(&pool);
  assert(missing == 1);
  return EXIT_SUCCESS;
}
