// A connection is idle, borrowed, or being opened by a thread that has reserved its place: `opened` counts all three,
// so that the limit holds although connections are opened and closed without the lock.
#include "connection_pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct connection_pool {
  struct connection_driver driver;
  size_t limit;

  pthread_mutex_t lock;      // protects what follows
  pthread_cond_t place_free; // a connection is idle, or one may be opened
  pthread_cond_t all_returned;
  bool closed;
  size_t opened;
  size_t borrowed; // of `opened`, also those that are being opened
  size_t waited;
  size_t idle_count;
  void *idle[]; // the last one was used most recently
};

struct connection_pool *connection_pool_create(size_t limit, const struct connection_driver *driver) {
  struct connection_pool *pool = calloc(1, sizeof *pool + limit * sizeof *pool->idle);
  if (!pool)
    return NULL;
  pool->driver = *driver;
  pool->limit = limit;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->place_free, NULL);
  pthread_cond_init(&pool->all_returned, NULL);
  return pool;
}

void connection_pool_destroy(struct connection_pool *pool) {
  if (!pool)
    return;
  pthread_cond_destroy(&pool->all_returned);
  pthread_cond_destroy(&pool->place_free);
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}

/// Whether a call has to wait. The lock is held.
static bool is_exhausted(const struct connection_pool *pool) {
  return !pool->closed && pool->idle_count == 0 && pool->opened == pool->limit;
}

/// Waits for a connection, or the right to open one. The lock is held.
static int wait_for_place(struct connection_pool *pool, const struct timespec *deadline) {
  if (is_exhausted(pool))
    pool->waited++;
  while (is_exhausted(pool)) {
    int error = deadline ? pthread_cond_timedwait(&pool->place_free, &pool->lock, deadline)
                         : pthread_cond_wait(&pool->place_free, &pool->lock);
    // A place may have become free while this thread waited for the lock. Its signal must not be lost.
    if (error == ETIMEDOUT && is_exhausted(pool))
      return ETIMEDOUT;
#ifdef WRONG_SPURIOUS
    break;
#endif
  }
  return pool->closed ? ESHUTDOWN : 0;
}

/// Ends the loan of a connection. The lock is held.
static void end_loan(struct connection_pool *pool) {
  pool->borrowed--;
  pthread_cond_signal(&pool->place_free);
  if (pool->closed && pool->borrowed == 0)
    pthread_cond_broadcast(&pool->all_returned);
}

int connection_pool_borrow(struct connection_pool *pool, const struct timespec *deadline, void **connection) {
  pthread_mutex_lock(&pool->lock);
  int error = wait_for_place(pool, deadline);
  if (error) {
#ifndef WRONG_NO_UNLOCK
    pthread_mutex_unlock(&pool->lock);
#endif
    return error;
  }
  pool->borrowed++;
  if (pool->idle_count > 0) {
    *connection = pool->idle[--pool->idle_count];
    pthread_mutex_unlock(&pool->lock);
    return 0;
  }
#ifdef WRONG_LIMIT
  // Until the connection is open, other threads do not see that its place is taken.
  pthread_mutex_unlock(&pool->lock);
  *connection = pool->driver.open(pool->driver.argument);
  pthread_mutex_lock(&pool->lock);
  if (*connection)
    pool->opened++;
  else
    end_loan(pool);
#else
  pool->opened++;
  pthread_mutex_unlock(&pool->lock);
  *connection = pool->driver.open(pool->driver.argument);
  pthread_mutex_lock(&pool->lock);
  if (!*connection) {
    pool->opened--;
    end_loan(pool);
  }
#endif
  pthread_mutex_unlock(&pool->lock);
  return *connection ? 0 : ECONNREFUSED;
}

void connection_pool_return(struct connection_pool *pool, void *connection, bool is_broken) {
  pthread_mutex_lock(&pool->lock);
  const bool is_kept = !is_broken && !pool->closed;
  if (is_kept)
    pool->idle[pool->idle_count++] = connection;
#ifdef WRONG_CLOSE_LATE
  else
    pool->opened--;
  end_loan(pool);
  pthread_mutex_unlock(&pool->lock);
  // The pool may have been destroyed by now.
  if (!is_kept)
    pool->driver.close(pool->driver.argument, connection);
#else
  if (is_kept) {
    end_loan(pool);
    pthread_mutex_unlock(&pool->lock);
    return;
  }
  // The connection counts as borrowed until it is closed, so that the pool is not destroyed before.
  pthread_mutex_unlock(&pool->lock);
  pool->driver.close(pool->driver.argument, connection);
  pthread_mutex_lock(&pool->lock);
  pool->opened--;
  end_loan(pool);
  pthread_mutex_unlock(&pool->lock);
#endif
}

void connection_pool_close(struct connection_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->closed = true;
  pthread_cond_broadcast(&pool->place_free);
  while (pool->borrowed > 0)
    pthread_cond_wait(&pool->all_returned, &pool->lock);
  // No connection becomes idle after this: returned ones are closed.
  while (pool->idle_count > 0) {
    void *connection = pool->idle[--pool->idle_count];
    pool->opened--;
    pthread_mutex_unlock(&pool->lock);
    pool->driver.close(pool->driver.argument, connection);
    pthread_mutex_lock(&pool->lock);
  }
  pthread_mutex_unlock(&pool->lock);
}

struct connection_pool_statistics connection_pool_statistics(struct connection_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  struct connection_pool_statistics statistics = {
      .opened = pool->opened, .borrowed = pool->borrowed, .waited = pool->waited};
  pthread_mutex_unlock(&pool->lock);
  return statistics;
}
