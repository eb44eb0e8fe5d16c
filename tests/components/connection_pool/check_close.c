// Main borrows a connection, a thread returns it. When main has closed the pool, it destroys it without waiting for the
// thread.
#include "connection_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct connection_pool *pool;

static void *open_connection(void *unused) {
  (void)unused;
  return malloc(1);
}

static void close_connection(void *unused, void *connection) {
  (void)unused;
  free(connection);
}

static void *give_back(void *connection) {
  connection_pool_return(pool, connection, false);
  return NULL;
}

int main(void) {
  const struct connection_driver driver = {.open = open_connection, .close = close_connection};
  pool = connection_pool_create(1, &driver);
  if (!pool)
    return 1;
  void *connection;
  if (connection_pool_borrow(pool, NULL, &connection) != 0) {
    connection_pool_destroy(pool);
    return 1;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, give_back, connection);
  connection_pool_close(pool);
  assert(connection_pool_statistics(pool).opened == 0);
  connection_pool_destroy(pool);
  pthread_join(thread, NULL);
  return 0;
}
