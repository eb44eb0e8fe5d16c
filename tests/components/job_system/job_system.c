// One lock protects the queue and all counters. Counters could be atomic, but the thread that counts down to zero would
// have to touch the counter again to release what waits for it, when a thread that waits may have seen the zero and
// released the memory. Under the lock, the zero is seen only when the counter is no longer needed.
#include "job_system.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct job_system {
  pthread_mutex_t lock;
  pthread_cond_t changed; // the queue has a job, a counter has reached zero, or the system is stopping
  struct job *first, *last;
  bool stopping;
  size_t executed;
  size_t workers;
  pthread_t threads[];
};

static void append(struct job **first, struct job **last, struct job *job) {
  job->next = NULL;
  if (*first)
    (*last)->next = job;
  else
    *first = job;
  *last = job;
}

/// Queues the job. The lock is held.
static void enqueue(struct job_system *system, struct job *job) {
  append(&system->first, &system->last, job);
#ifdef WRONG_SIGNAL
  pthread_cond_signal(&system->changed);
#else
  pthread_cond_broadcast(&system->changed);
#endif
}

/// Queues what waits for a counter that has reached zero. The lock is held.
static void release_waiting(struct job_system *system, struct job_counter *counter) {
  struct job *job = counter->first_waiting;
  counter->first_waiting = counter->last_waiting = NULL;
  while (job) {
    struct job *next = job->next;
    enqueue(system, job);
    job = next;
  }
  // Workers and threads in job_wait wait for the same condition, so one signal might reach the wrong thread.
#ifdef WRONG_SIGNAL
  pthread_cond_signal(&system->changed);
#else
  pthread_cond_broadcast(&system->changed);
#endif
}

/// Runs the first job of the queue. The lock is held, but not while the job runs.
static void run_first(struct job_system *system) {
  struct job *job = system->first;
  system->first = job->next;
  // The memory of the job may be used for another one as soon as it runs.
  struct job_counter *counter = job->counter;
  void (*run)(void *argument) = job->run;
  void *argument = job->argument;
  pthread_mutex_unlock(&system->lock);

  run(argument);

#ifdef WRONG_STATISTICS
  system->executed++;
#endif
#ifdef WRONG_ATOMIC_COUNTER
  bool is_last = counter && atomic_fetch_sub(&counter->unfinished, 1) == 1;
  pthread_mutex_lock(&system->lock);
#else
  pthread_mutex_lock(&system->lock);
  bool is_last = counter && --counter->unfinished == 0;
#endif
#ifndef WRONG_STATISTICS
  system->executed++;
#endif
  if (is_last)
    release_waiting(system, counter);
}

static void *work(void *argument) {
  struct job_system *system = argument;
  pthread_mutex_lock(&system->lock);
  for (;;) {
    while (!system->first && !system->stopping)
      pthread_cond_wait(&system->changed, &system->lock);
#ifdef WRONG_EARLY_END
    if (system->stopping)
      break;
#else
    // A job that is still running in another thread may submit more, which that thread then finds itself.
    if (!system->first)
      break;
#endif
    run_first(system);
  }
  pthread_mutex_unlock(&system->lock);
  return NULL;
}

struct job_system *job_system_create(size_t workers) {
  struct job_system *system = calloc(1, sizeof *system + workers * sizeof *system->threads);
  if (!system)
    return NULL;
  pthread_mutex_init(&system->lock, NULL);
  pthread_cond_init(&system->changed, NULL);
  while (system->workers < workers && pthread_create(&system->threads[system->workers], NULL, work, system) == 0)
    system->workers++;
  if (system->workers == 0) {
    pthread_cond_destroy(&system->changed);
    pthread_mutex_destroy(&system->lock);
    free(system);
    return NULL;
  }
  return system;
}

void job_system_destroy(struct job_system *system) {
  if (!system)
    return;
  pthread_mutex_lock(&system->lock);
  system->stopping = true;
  pthread_cond_broadcast(&system->changed);
  pthread_mutex_unlock(&system->lock);
  for (size_t i = 0; i < system->workers; i++)
    pthread_join(system->threads[i], NULL);
  pthread_cond_destroy(&system->changed);
  pthread_mutex_destroy(&system->lock);
  free(system);
}

void job_counter_init(struct job_counter *counter) {
  counter->unfinished = 0;
  counter->first_waiting = counter->last_waiting = NULL;
}

void job_submit(struct job_system *system, struct job *job, struct job_counter *counter) {
  job_submit_after(system, NULL, job, counter);
}

void job_submit_after(struct job_system *system, struct job_counter *before, struct job *job,
                      struct job_counter *counter) {
#ifdef WRONG_DEPENDENCY
  // The counter may reach zero before the job is among those that wait for it.
  pthread_mutex_lock(&system->lock);
  bool has_to_wait = before && before->unfinished > 0;
  pthread_mutex_unlock(&system->lock);
#endif
  pthread_mutex_lock(&system->lock);
#ifndef WRONG_DEPENDENCY
  bool has_to_wait = before && before->unfinished > 0;
#endif
  job->counter = counter;
  if (counter)
    counter->unfinished++;
  if (has_to_wait)
    append(&before->first_waiting, &before->last_waiting, job);
  else
    enqueue(system, job);
  pthread_mutex_unlock(&system->lock);
}

void job_wait(struct job_system *system, struct job_counter *counter) {
#ifdef WRONG_ATOMIC_COUNTER
  if (atomic_load(&counter->unfinished) == 0)
    return;
#endif
  pthread_mutex_lock(&system->lock);
  while (counter->unfinished > 0) {
    if (system->first)
      run_first(system);
    else
      pthread_cond_wait(&system->changed, &system->lock);
  }
  pthread_mutex_unlock(&system->lock);
}

size_t job_system_executed(struct job_system *system) {
  pthread_mutex_lock(&system->lock);
  size_t executed = system->executed;
  pthread_mutex_unlock(&system->lock);
  return executed;
}
