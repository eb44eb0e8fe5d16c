// A pool of connections that threads borrow. Connections are opened when they are needed, up to a limit, and closed
// when they are broken or when the pool is closed.
#ifndef CONNECTION_POOL_H
#define CONNECTION_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct connection_pool;

struct connection_driver {
  /// Null if no connection can be opened. Called without a lock, since it may take long.
  void *(*open)(void *argument);
  void (*close)(void *argument, void *connection);
  void *argument;
};

struct connection_pool_statistics {
  size_t opened;   // connections that exist, borrowed or not
  size_t borrowed; // of these
  size_t waited;   // calls that found all connections borrowed
};

/// Null if there is not enough memory. `limit` is at least 1.
struct connection_pool *connection_pool_create(size_t limit, const struct connection_driver *driver);

/// Borrows a connection, and waits for one if all are borrowed. 0; ETIMEDOUT if the deadline (CLOCK_REALTIME; null:
/// none) has passed; ESHUTDOWN if the pool is closed; ECONNREFUSED if no connection can be opened.
int connection_pool_borrow(struct connection_pool *pool, const struct timespec *deadline, void **connection);

/// Gives a connection back; one that is broken is closed, and another one may be opened instead.
void connection_pool_return(struct connection_pool *pool, void *connection, bool is_broken);

/// Closes the pool: waits until all connections have been returned. Calls that wait for a connection fail.
void connection_pool_close(struct connection_pool *pool);

/// Frees the pool, which must be closed. No other call may begin after that; a return that connection_pool_close has
/// waited for may still be on its way out.
void connection_pool_destroy(struct connection_pool *pool);

struct connection_pool_statistics connection_pool_statistics(struct connection_pool *pool);

#endif
