// A thread pool with a bounded queue of tasks, two modes of shutdown and a logger.
//
// All functions may be called from any thread, with one exception: thread_pool_destroy must be the last call. Tasks may
// submit further tasks; they must not call thread_pool_shutdown or thread_pool_destroy, which wait for the workers.
#ifndef THREAD_POOL_H
#define THREAD_POOL_H

#include <stdarg.h>
#include <stddef.h>

struct thread_pool;

typedef void (*thread_pool_task)(void *argument);

enum thread_pool_level { THREAD_POOL_DEBUG, THREAD_POOL_INFO, THREAD_POOL_ERROR };

/// Called without any lock of the pool held, by several threads at a time. It may call thread_pool_statistics.
typedef void (*thread_pool_logger)(void *context, enum thread_pool_level level, const char *format, va_list arguments);

struct thread_pool_options {
  size_t workers;               // at least 1
  size_t capacity;              // tasks that may wait, at least 1
  thread_pool_logger logger;    // null: errors go to stderr, the rest nowhere
  void *logger_context;         // first argument of the logger
  enum thread_pool_level level; // messages below this level are dropped
};

enum thread_pool_shutdown_mode {
  THREAD_POOL_DRAIN,  // tasks that wait are executed
  THREAD_POOL_DISCARD // tasks that wait are dropped
};

struct thread_pool_statistics {
  size_t submitted;
  size_t completed;
  size_t discarded;
};

/// Starts the workers. Returns 0, EINVAL, ENOMEM, or the error of pthread_create; *result is set only on success.
int thread_pool_create(struct thread_pool **result, const struct thread_pool_options *options);

/// Adds a task, and waits while the queue is full. Returns 0, or ECANCELED after shutdown has begun.
int thread_pool_submit(struct thread_pool *pool, thread_pool_task run, void *argument);

/// As thread_pool_submit, but returns EAGAIN instead of waiting.
int thread_pool_try_submit(struct thread_pool *pool, thread_pool_task run, void *argument);

/// Waits until no task waits or runs.
void thread_pool_wait_idle(struct thread_pool *pool);

/// Refuses further tasks, drains or discards those that wait, and joins the workers. Only the first call has an effect;
/// a later one returns EALREADY at once.
int thread_pool_shutdown(struct thread_pool *pool, enum thread_pool_shutdown_mode mode);

struct thread_pool_statistics thread_pool_statistics(struct thread_pool *pool);

/// Shuts the pool down if that has not happened yet (THREAD_POOL_DISCARD), and frees it. Null is allowed.
void thread_pool_destroy(struct thread_pool *pool);

#endif
