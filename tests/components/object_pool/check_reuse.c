// Main gets both objects of a pool and puts the first one back while another thread gets one: the head of the pool is
// what it was, but the second object is in use. No object has two owners.
#include "object_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct session {
  int owner;
};

static struct object_pool pool;

static void *get_one(void *argument) {
  (void)argument;
  struct session *session = object_pool_get(&pool);
  if (session != NULL)
    session->owner = 2;
  return session;
}

int main(void) {
  if (object_pool_init(&pool, 2, sizeof(struct session)) != 0)
    return EXIT_FAILURE;
  pthread_t thread;
  pthread_create(&thread, NULL, get_one, NULL);
  struct session *first = object_pool_get(&pool);
  struct session *second = object_pool_get(&pool);
  assert(first != NULL && first != second);
  const int error = object_pool_put(&pool, first);
  assert(error == 0);
  struct session *third = object_pool_get(&pool);
  void *other;
  pthread_join(thread, &other);
  assert(third == NULL || (third != second && third != other));
  assert(second == NULL || second != other);
  object_pool_destroy(&pool);
  return EXIT_SUCCESS;
}
