// A mutex of one word: 0 free, 1 locked, 2 locked and other threads may wait.
#ifndef FUTEX_MUTEX_H
#define FUTEX_MUTEX_H

#define _GNU_SOURCE
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline void futex_wait(atomic_int *word, int expected) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, (void *)0, (void *)0, 0);
}

static inline void futex_wake(atomic_int *word, int most) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, most, (void *)0, (void *)0, 0);
}

static inline void mutex_lock(atomic_int *mutex) {
  int seen = 0;
  if (atomic_compare_exchange_strong(mutex, &seen, 1))
    return;
  while (atomic_exchange(mutex, 2) != 0)
    futex_wait(mutex, 2);
}

static inline void mutex_unlock(atomic_int *mutex) {
  if (atomic_exchange(mutex, 0) == 2) {
#ifndef WRONG_NO_WAKE
    futex_wake(mutex, 1);
#endif
  }
}

#endif
