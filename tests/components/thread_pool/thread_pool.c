#include "thread_pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct task {
  thread_pool_task run;
  void *argument;
};

struct thread_pool {
  pthread_mutex_t lock; // protects everything below up to the threads
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  pthread_cond_t idle;

  struct task *ring; // of `capacity` slots; `count` of them are in use, the oldest at `head`
  size_t capacity;
  size_t head;
  size_t count;
  size_t running; // tasks that a worker has taken and not yet completed
  bool stopping;
  struct thread_pool_statistics statistics;

  // Written only before the workers start, or by the one thread that shuts the pool down.
  pthread_t *threads;
  size_t started;
  thread_pool_logger logger;
  void *logger_context;
  enum thread_pool_level level;
};

static void log_to_stderr(void *context, enum thread_pool_level level, const char *format, va_list arguments) {
  (void)context;
  if (level < THREAD_POOL_ERROR)
    return;
  fputs("thread pool: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
}

__attribute__((format(printf, 3, 4))) static void pool_log(struct thread_pool *pool, enum thread_pool_level level,
                                                           const char *format, ...) {
  if (level < pool->level)
    return;
  va_list arguments;
  va_start(arguments, format);
  pool->logger(pool->logger_context, level, format, arguments);
  va_end(arguments);
}

static void push_task(struct thread_pool *pool, thread_pool_task run, void *argument) {
  size_t tail = pool->head + pool->count;
  if (tail >= pool->capacity)
    tail -= pool->capacity;
  pool->ring[tail] = (struct task){run, argument};
  pool->count++;
  pool->statistics.submitted++;
}

static struct task pop_task(struct thread_pool *pool) {
  struct task task = pool->ring[pool->head];
  pool->head = pool->head + 1 == pool->capacity ? 0 : pool->head + 1;
  pool->count--;
  return task;
}

/// Takes the next task, or returns false when the worker has to end.
static bool next_task(struct thread_pool *pool, struct task *task) {
  pthread_mutex_lock(&pool->lock);
#ifdef WRONG_NO_RECHECK
  if (pool->count == 0 && !pool->stopping)
#else
  // A wait may end without a signal, and another worker may have taken the task that the signal was for.
  while (pool->count == 0 && !pool->stopping)
#endif
    pthread_cond_wait(&pool->not_empty, &pool->lock);
#ifdef WRONG_NO_RECHECK
  bool taken = !pool->stopping || pool->count > 0;
#else
  bool taken = pool->count > 0;
#endif
  if (taken) {
    *task = pop_task(pool);
    pool->running++;
    pthread_cond_signal(&pool->not_full);
  }
  pthread_mutex_unlock(&pool->lock);
  return taken;
}

static void complete_task(struct thread_pool *pool) {
#ifdef WRONG_STATISTICS
  pool->statistics.completed++;
  pthread_mutex_lock(&pool->lock);
#else
  pthread_mutex_lock(&pool->lock);
  pool->statistics.completed++;
#endif
  pool->running--;
  if (pool->running == 0 && pool->count == 0)
    pthread_cond_broadcast(&pool->idle);
  pthread_mutex_unlock(&pool->lock);
}

static void *work(void *argument) {
  struct thread_pool *pool = argument;
  struct task task;
  while (next_task(pool, &task)) {
    task.run(task.argument);
    complete_task(pool);
  }
  pool_log(pool, THREAD_POOL_DEBUG, "worker ends");
  return NULL;
}

/// Makes the workers end, and drops the tasks that wait if the mode says so. Returns false if that was done before.
static bool begin_stop(struct thread_pool *pool, enum thread_pool_shutdown_mode mode, size_t *discarded) {
  pthread_mutex_lock(&pool->lock);
  if (pool->stopping) {
    pthread_mutex_unlock(&pool->lock);
    return false;
  }
  pool->stopping = true;
  *discarded = 0;
  if (mode == THREAD_POOL_DISCARD) {
    *discarded = pool->count;
    pool->statistics.discarded += pool->count;
    pool->count = 0;
    if (pool->running == 0)
      pthread_cond_broadcast(&pool->idle);
  }
#ifdef WRONG_ONE_WAKEUP
  pthread_cond_signal(&pool->not_empty);
#else
  pthread_cond_broadcast(&pool->not_empty); // every worker has to see `stopping`, not just one
#endif
  pthread_cond_broadcast(&pool->not_full); // and so does every thread that waits to submit
  pthread_mutex_unlock(&pool->lock);
  return true;
}

static void join_workers(struct thread_pool *pool) {
  for (size_t i = 0; i < pool->started; i++)
    pthread_join(pool->threads[i], NULL);
}

static int start_workers(struct thread_pool *pool, size_t workers) {
  for (; pool->started < workers; pool->started++) {
    int error = pthread_create(&pool->threads[pool->started], NULL, work, pool);
    if (error) {
      pool_log(pool, THREAD_POOL_ERROR, "only %zu of %zu workers started: error %d", pool->started, workers, error);
      return error;
    }
  }
  return 0;
}

static void free_pool(struct thread_pool *pool) {
  pthread_cond_destroy(&pool->idle);
  pthread_cond_destroy(&pool->not_full);
  pthread_cond_destroy(&pool->not_empty);
  pthread_mutex_destroy(&pool->lock);
  free(pool->threads);
  free(pool->ring);
  free(pool);
}

int thread_pool_create(struct thread_pool **result, const struct thread_pool_options *options) {
  if (options->workers == 0 || options->capacity == 0)
    return EINVAL;
  struct thread_pool *pool = calloc(1, sizeof *pool);
  if (!pool)
    return ENOMEM;
  pool->ring = calloc(options->capacity, sizeof *pool->ring);
  pool->threads = calloc(options->workers, sizeof *pool->threads);
  if (!pool->ring || !pool->threads) {
#ifndef WRONG_LEAK
    free(pool->threads);
    free(pool->ring);
#endif
    free(pool);
    return ENOMEM;
  }
  pool->capacity = options->capacity;
  pool->logger = options->logger ? options->logger : log_to_stderr;
  pool->logger_context = options->logger_context;
  pool->level = options->level;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->not_empty, NULL);
  pthread_cond_init(&pool->not_full, NULL);
  pthread_cond_init(&pool->idle, NULL);

  int error = start_workers(pool, options->workers);
  if (error) {
    size_t discarded;
    begin_stop(pool, THREAD_POOL_DISCARD, &discarded);
    join_workers(pool);
    free_pool(pool);
    return error;
  }
  pool_log(pool, THREAD_POOL_INFO, "%zu workers, at most %zu tasks wait", options->workers, options->capacity);
  *result = pool;
  return 0;
}

static int submit(struct thread_pool *pool, thread_pool_task run, void *argument, bool wait) {
  int error = 0;
  pthread_mutex_lock(&pool->lock);
  while (wait && pool->count == pool->capacity && !pool->stopping)
    pthread_cond_wait(&pool->not_full, &pool->lock);
  if (pool->stopping) {
    error = ECANCELED;
  } else if (pool->count == pool->capacity) {
    error = EAGAIN;
  } else {
    push_task(pool, run, argument);
    pthread_cond_signal(&pool->not_empty);
  }
  pthread_mutex_unlock(&pool->lock);
  return error;
}

int thread_pool_submit(struct thread_pool *pool, thread_pool_task run, void *argument) {
  return submit(pool, run, argument, true);
}

int thread_pool_try_submit(struct thread_pool *pool, thread_pool_task run, void *argument) {
  return submit(pool, run, argument, false);
}

void thread_pool_wait_idle(struct thread_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  while (pool->count > 0 || pool->running > 0)
    pthread_cond_wait(&pool->idle, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
}

int thread_pool_shutdown(struct thread_pool *pool, enum thread_pool_shutdown_mode mode) {
  size_t discarded;
  if (!begin_stop(pool, mode, &discarded))
    return EALREADY;
  join_workers(pool);
  if (discarded > 0)
    pool_log(pool, THREAD_POOL_INFO, "%zu tasks discarded", discarded);
  return 0;
}

struct thread_pool_statistics thread_pool_statistics(struct thread_pool *pool) {
  pthread_mutex_lock(&pool->lock);
  struct thread_pool_statistics statistics = pool->statistics;
  pthread_mutex_unlock(&pool->lock);
  return statistics;
}

void thread_pool_destroy(struct thread_pool *pool) {
  if (!pool)
    return;
#ifdef WRONG_DESTROY
  // Makes the workers end, but does not wait until they have.
  size_t discarded;
  begin_stop(pool, THREAD_POOL_DISCARD, &discarded);
#else
  thread_pool_shutdown(pool, THREAD_POOL_DISCARD);
#endif
  free_pool(pool);
}
