// Two threads share a pool of one connection; one of them waits until a deadline only, and returns the connection as
// broken. There is never more than one connection, and none is used by both.
#include "connection_pool.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct connection_pool *pool;
static atomic_int open_connections;
static int uses; // of the connection, by the thread that has it
static char line;

static void *open_connection(void *unused) {
  (void)unused;
  assert(atomic_fetch_add(&open_connections, 1) == 0);
  return &line;
}

static void close_connection(void *unused, void *connection) {
  (void)unused;
  assert(connection == &line);
  atomic_fetch_sub(&open_connections, 1);
}

static void *use_soon(void *unused) {
  (void)unused;
  const struct timespec deadline = {0, 0}; // a wait may take any time until it ends
  void *connection;
  int error = connection_pool_borrow(pool, &deadline, &connection);
  assert(error == 0 || error == ETIMEDOUT);
  if (error)
    return NULL;
  uses++;
  connection_pool_return(pool, connection, true);
  return NULL;
}

int main(void) {
  const struct connection_driver driver = {.open = open_connection, .close = close_connection};
  pool = connection_pool_create(1, &driver);
  if (!pool)
    return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, use_soon, NULL);
  void *connection;
  int error = connection_pool_borrow(pool, NULL, &connection);
  assert(error == 0);
  uses++;
  connection_pool_return(pool, connection, false);
  pthread_join(thread, NULL);
  assert(uses >= 1);
  connection_pool_close(pool);
  assert(atomic_load(&open_connections) == 0);
  connection_pool_destroy(pool);
  return 0;
}
