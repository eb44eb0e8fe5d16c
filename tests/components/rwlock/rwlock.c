// The whole state of the lock is in one word, so that each transition is one atomic operation:
//
//   bit 31        a writer holds the lock
//   bits 16..30   the number of writers that wait
//   bits 0..15    the number of readers that hold the lock
//
// Threads do not sleep on this word, which changes with every reader, but on two counters. Such a counter is advanced
// after each transition that may let a sleeping thread continue. A thread reads the counter, then the state, and sleeps
// only if the counter is still the same: a transition after the second read has changed the counter.
#include "rwlock.h"

#include <errno.h>
#include <stdbool.h>

#define WRITER (1u << 31)
#define WAITING_ONE (1u << 16)
#define WAITING (WRITER - WAITING_ONE)
#define READERS (WAITING_ONE - 1)

void rwlock_init(struct rwlock *lock) {
  atomic_init(&lock->state, 0);
  atomic_init(&lock->readers_turn, 0);
  atomic_init(&lock->writers_turn, 0);
#ifdef WRONG_STATISTICS
  lock->contended = 0;
#else
  atomic_init(&lock->contended, 0);
#endif
}

int rwlock_destroy(struct rwlock *lock) {
  // Sleeping readers are not counted in the state, but they sleep only while a writer holds the lock or waits.
  return atomic_load_explicit(&lock->state, memory_order_acquire) == 0 ? 0 : EBUSY;
}

static void count_contended(struct rwlock *lock) {
#ifdef WRONG_STATISTICS
  lock->contended++;
#else
  atomic_fetch_add_explicit(&lock->contended, 1, memory_order_relaxed);
#endif
}

unsigned long rwlock_contended(struct rwlock *lock) {
#ifdef WRONG_STATISTICS
  return lock->contended;
#else
  return atomic_load_explicit(&lock->contended, memory_order_relaxed);
#endif
}

static void admit_readers(struct rwlock *lock) {
  atomic_fetch_add(&lock->readers_turn, 1);
  futex_wake_all(&lock->readers_turn);
}

static void admit_writer(struct rwlock *lock) {
  atomic_fetch_add(&lock->writers_turn, 1);
  futex_wake_one(&lock->writers_turn);
}

int rwlock_try_read_lock(struct rwlock *lock) {
  unsigned state = atomic_load_explicit(&lock->state, memory_order_relaxed);
#ifdef WRONG_CHECK_THEN_ADD
  if ((state & (WRITER | WAITING)) != 0)
    return EBUSY;
  atomic_fetch_add(&lock->state, 1);
  return 0;
#else
  while ((state & (WRITER | WAITING)) == 0) {
    if ((state & READERS) == READERS)
      return EAGAIN;
    if (atomic_compare_exchange_weak_explicit(&lock->state, &state, state + 1, memory_order_acquire,
                                              memory_order_relaxed))
      return 0;
  }
  return EBUSY;
#endif
}

int rwlock_read_lock(struct rwlock *lock) {
  for (bool counted = false;; counted = true) {
#ifdef WRONG_LOST_WAKEUP
    int result = rwlock_try_read_lock(lock);
    unsigned turn = atomic_load(&lock->readers_turn);
#else
    unsigned turn = atomic_load(&lock->readers_turn);
    int result = rwlock_try_read_lock(lock);
#endif
    if (result != EBUSY)
      return result;
    if (!counted)
      count_contended(lock);
    futex_wait(&lock->readers_turn, turn);
  }
}

void rwlock_read_unlock(struct rwlock *lock) {
  unsigned state = atomic_fetch_sub_explicit(&lock->state, 1, memory_order_release) - 1;
  if ((state & READERS) == 0 && (state & WAITING) != 0)
    admit_writer(lock);
}

int rwlock_try_write_lock(struct rwlock *lock) {
  unsigned free = 0;
  return atomic_compare_exchange_strong_explicit(&lock->state, &free, WRITER, memory_order_acquire,
                                                 memory_order_relaxed)
             ? 0
             : EBUSY;
}

/// Adds the calling thread to the waiting writers; false if there are too many.
static bool join_writers(struct rwlock *lock) {
  unsigned state = atomic_load_explicit(&lock->state, memory_order_relaxed);
  do {
    if ((state & WAITING) == WAITING)
      return false;
  } while (!atomic_compare_exchange_weak_explicit(&lock->state, &state, state + WAITING_ONE, memory_order_relaxed,
                                                  memory_order_relaxed));
  return true;
}

/// Takes the lock for a writer that is counted as waiting, if it is free.
static bool take_as_waiting(struct rwlock *lock) {
  unsigned state = atomic_load_explicit(&lock->state, memory_order_relaxed);
  while ((state & (WRITER | READERS)) == 0)
    if (atomic_compare_exchange_weak_explicit(&lock->state, &state, (state - WAITING_ONE) | WRITER,
                                              memory_order_acquire, memory_order_relaxed))
      return true;
  return false;
}

int rwlock_write_lock(struct rwlock *lock) {
  if (rwlock_try_write_lock(lock) == 0)
    return 0;
  if (!join_writers(lock))
    return EAGAIN;
  count_contended(lock);
  for (;;) {
    unsigned turn = atomic_load(&lock->writers_turn);
    if (take_as_waiting(lock))
      return 0;
    futex_wait(&lock->writers_turn, turn);
  }
}

int rwlock_write_lock_until(struct rwlock *lock, const struct timespec *deadline) {
  if (rwlock_try_write_lock(lock) == 0)
    return 0;
  if (!join_writers(lock))
    return EAGAIN;
  count_contended(lock);
  int waited = 0;
  while (waited == 0) {
    unsigned turn = atomic_load(&lock->writers_turn);
    if (take_as_waiting(lock))
      return 0;
    waited = futex_wait_until(&lock->writers_turn, turn, deadline);
  }
  unsigned state = atomic_fetch_sub(&lock->state, WAITING_ONE) - WAITING_ONE;
#ifndef WRONG_GIVE_UP
  if ((state & WAITING) == 0)
    // Readers may sleep only because this writer was waiting.
    admit_readers(lock);
  else if ((state & (WRITER | READERS)) == 0)
    // The wake-up of the last unlock may have been spent on this writer.
    admit_writer(lock);
#else
  (void)state;
#endif
  return ETIMEDOUT;
}

void rwlock_write_unlock(struct rwlock *lock) {
  unsigned state = atomic_fetch_and_explicit(&lock->state, ~WRITER, memory_order_release) & ~WRITER;
  if ((state & WAITING) != 0)
    admit_writer(lock);
  else
    admit_readers(lock);
}

void rwlock_downgrade(struct rwlock *lock) {
  // The lock is never free in between: one subtraction turns the writer into a reader.
  unsigned state = atomic_fetch_sub_explicit(&lock->state, WRITER - 1, memory_order_release) - (WRITER - 1);
  if ((state & WAITING) == 0)
    admit_readers(lock);
}
