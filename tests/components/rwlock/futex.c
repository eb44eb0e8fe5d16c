#ifndef FUTEX_PORTABLE
#define _GNU_SOURCE
#endif

#include "futex.h"

#include <errno.h>

#ifndef FUTEX_PORTABLE

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

void futex_wait(futex_word *word, unsigned expected) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
}

int futex_wait_until(futex_word *word, unsigned expected, const struct timespec *deadline) {
  // FUTEX_WAIT takes a duration; FUTEX_WAIT_BITSET takes a point in time.
  long result = syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME, expected, deadline, NULL,
                        FUTEX_BITSET_MATCH_ANY);
  return result == -1 && errno == ETIMEDOUT ? ETIMEDOUT : 0;
}

void futex_wake_one(futex_word *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }

void futex_wake_all(futex_word *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0); }

#else

#include <pthread.h>

// All words share one queue: a wait may end without reason anyway, and systems that need this file have few waiters.
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue = PTHREAD_COND_INITIALIZER;

void futex_wait(futex_word *word, unsigned expected) {
  pthread_mutex_lock(&queue_lock);
  if (atomic_load(word) == expected)
    pthread_cond_wait(&queue, &queue_lock);
  pthread_mutex_unlock(&queue_lock);
}

int futex_wait_until(futex_word *word, unsigned expected, const struct timespec *deadline) {
  int result = 0;
  pthread_mutex_lock(&queue_lock);
  if (atomic_load(word) == expected)
    result = pthread_cond_timedwait(&queue, &queue_lock, deadline);
  pthread_mutex_unlock(&queue_lock);
  return result == ETIMEDOUT ? ETIMEDOUT : 0;
}

void futex_wake_all(futex_word *word) {
  (void)word;
  // The lock keeps the wake-up from falling between the comparison and the wait of another thread.
  pthread_mutex_lock(&queue_lock);
  pthread_cond_broadcast(&queue);
  pthread_mutex_unlock(&queue_lock);
}

// A signal might reach a waiter for another word, which would go back to sleep.
void futex_wake_one(futex_word *word) { futex_wake_all(word); }

#endif
