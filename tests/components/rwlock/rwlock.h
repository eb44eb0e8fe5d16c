// A reader-writer lock over futexes. Writers have preference: a reader that comes while a writer waits lets it pass.
#ifndef RWLOCK_H
#define RWLOCK_H

#include "futex.h"

struct rwlock {
  futex_word state;        // which threads hold the lock, and how many writers wait: see rwlock.c
  futex_word readers_turn; // changes when readers may try again
  futex_word writers_turn; // changes when a writer may try again
#ifdef WRONG_STATISTICS
  unsigned long contended;
#else
  atomic_ulong contended; // how many calls found the lock held or waited for
#endif
};

void rwlock_init(struct rwlock *lock);

/// 0, or EBUSY if the lock is held or waited for; it can still be used then. No other call may be under way.
int rwlock_destroy(struct rwlock *lock);

/// 0, or EAGAIN if there are too many readers.
int rwlock_read_lock(struct rwlock *lock);
int rwlock_try_read_lock(struct rwlock *lock); // EBUSY if a writer has the lock or waits for it
void rwlock_read_unlock(struct rwlock *lock);

/// 0, or EAGAIN if too many writers wait.
int rwlock_write_lock(struct rwlock *lock);
int rwlock_write_lock_until(struct rwlock *lock, const struct timespec *deadline); // ETIMEDOUT if it has passed
int rwlock_try_write_lock(struct rwlock *lock); // EBUSY if the lock is held or waited for
void rwlock_write_unlock(struct rwlock *lock);

/// The holder of the write lock becomes a reader; no other writer has the lock in between.
void rwlock_downgrade(struct rwlock *lock);

unsigned long rwlock_contended(struct rwlock *lock);

#endif
