// Jobs for a fixed set of worker threads. A job may count towards a counter, which others wait for: threads, which run
// jobs in the meantime, and jobs that are to start afterwards.
//
// Jobs and counters belong to their user, so that submitting cannot fail. A job may be used again when it runs, and a
// counter may be released as soon as job_wait has returned, also while the last job that it counted is still finishing.
#ifndef JOB_SYSTEM_H
#define JOB_SYSTEM_H

#include <stddef.h>

struct job_system;

struct job {
  void (*run)(void *argument);
  void *argument;
  struct job_counter *counter;
  struct job *next; // in the queue, or among the jobs that wait for a counter
};

struct job_counter {
#ifdef WRONG_ATOMIC_COUNTER
  _Atomic size_t unfinished;
#else
  size_t unfinished;
#endif
  struct job *first_waiting, *last_waiting; // to be queued when none is unfinished
};

/// Null if there is not enough memory, or if not even one thread can be started. With fewer threads than asked for, the
/// system works.
struct job_system *job_system_create(size_t workers);

/// Runs all jobs that can run, ends the threads and frees the system.
void job_system_destroy(struct job_system *system);

void job_counter_init(struct job_counter *counter);

/// Queues the job, and counts it in `counter` unless that is null. Jobs may submit jobs.
void job_submit(struct job_system *system, struct job *job, struct job_counter *counter);

/// The same, but the job starts only when all jobs that `before` counts have ended.
void job_submit_after(struct job_system *system, struct job_counter *before, struct job *job,
                      struct job_counter *counter);

/// Returns when all jobs that the counter counts have ended. Runs queued jobs while it waits, whatever they count for.
void job_wait(struct job_system *system, struct job_counter *counter);

/// How many jobs have been run so far.
size_t job_system_executed(struct job_system *system);

#endif
