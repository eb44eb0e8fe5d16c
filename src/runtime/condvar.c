// POSIX condition variables: a set of waiting threads, one bit for each handle.
//
// A wait is three steps: release the mutex and enter the set, atomically; leave when the bit is clear;
// lock the mutex again. Between the last two steps other threads may take the mutex, which is why a woken
// thread must test its condition again. A signal clears one arbitrary bit; a broadcast clears all. A
// signal or broadcast happens before the return of the waits that it ends.
//
// POSIX allows a wait to return without a signal. Whether it does is chosen when the wait begins: the
// thread then does not enter the set, and locks the mutex again at any later time. Because the choice is
// made this early, a thread in the set is blocked until it is signalled: a lost signal is a deadlock.
#include "cancellation.h"
#include "errors.h"
#include "mutex.h"
#include "times.h"

struct heddle_condvar {
  _Alignas(8) unsigned long long waiting;
  // What init and destroy write and what waits and signals read when they begin, so that they race. It is not
  // `waiting`, because a condition variable may be destroyed as soon as its waiters have been woken, before they have
  // left.
  int destroyed;
};

static void use(const struct heddle_condvar *condvar) {
  if (__heddle_checks(HEDDLE_NO_DATA_RACE) || !__heddle_is_static(condvar)) {
    const int destroyed = __atomic_load_n(&condvar->destroyed, __ATOMIC_RELAXED);
    HEDDLE_REQUIRE_INITIALISED(condvar, (unsigned)destroyed <= 1, "condition variable");
  }
  HEDDLE_REQUIRE_NOT_DESTROYED("pthread_cond_destroy", &condvar->destroyed, 1, "condition variable");
}

static void requireIntact(const struct heddle_condvar *condvar) {
  HEDDLE_REQUIRE_INTACT((unsigned)heddle_overwritten(&condvar->destroyed) <= 1, "condition variable");
}

static unsigned long long bitOf(int thread) {
  if (thread >= 64)
    __heddle_exceeded("more than 63 threads use a condition variable");
  return 1ULL << thread;
}

// The bit of a waiting thread, or 0 if it has none: with a larger handle, its wait ends without a signal, at any later
// time. This includes the times at which a signal would end it, so that only deadlocks and programs without spurious
// wake-ups need all bits.
static unsigned long long bitOfWaiter(int thread) {
  if (__heddle_spurious_wakeups() && !__heddle_checks(HEDDLE_NO_DEADLOCK))
    return thread < 64 ? 1ULL << thread : 0;
  return bitOf(thread);
}

// A wait unlocks the mutex once: a recursive one that the thread has locked more often stays locked, so that no other
// thread can change what the wait is for. POSIX warns of this, and glibc does it.
static void unlockOnce(struct heddle_mutex *mutex, unsigned depth) {
  if (depth != 0)
    __atomic_store_n(&mutex->count, depth - 1, __ATOMIC_RELAXED);
  else
    __atomic_store_n(&mutex->owner, 0, __ATOMIC_RELEASE);
}

static void lockAgain(struct heddle_mutex *mutex, int self, unsigned depth) {
  if (depth != 0)
    __atomic_store_n(&mutex->count, depth, __ATOMIC_RELAXED);
  else
    heddle_mutex_acquire(mutex, self, 0);
}

// A wait with a timeout (`timed`) does not block: at an arbitrary later step it tests whether it has been
// signalled, and leaves the set if it has not.
static int waitFor(struct heddle_condvar *condvar, struct heddle_mutex *mutex, _Bool timed) {
  const int self = __heddle_self();
  const unsigned long long bit = bitOfWaiter(self);
  const _Bool isCancelled = HEDDLE_WAITS_FOR_CANCELLATION;

  if (__heddle_is_static(condvar))
    requireIntact(condvar);
  if (__heddle_is_static(mutex))
    heddle_mutex_require_intact(mutex);
  __heddle_atomic_begin();
  const int owner = __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED);
  const int kind = heddle_mutex_kind(mutex);
  __heddle_sync(HEDDLE_COND_WAIT, condvar);
  use(condvar);
  HEDDLE_MUTEX_REQUIRE_NOT_DESTROYED(mutex);
  __heddle_check(owner == self, HEDDLE_LOCK_DISCIPLINE,
                 "wait on a condition variable with a mutex that the thread does not hold");
  if (owner != self && (kind == HEDDLE_MUTEX_ERRORCHECK || kind == HEDDLE_MUTEX_RECURSIVE)) {
    __heddle_atomic_end();
    return EPERM;
  }
  const unsigned depth = __atomic_load_n(&mutex->count, __ATOMIC_RELAXED);
  unlockOnce(mutex, depth);
  int result = 0;
  if (HEDDLE_USES_CANCELLATION && isCancelled) {
    // The mutex is locked when the handlers run. A signal to this thread belongs to executions without this choice.
    __atomic_fetch_or(&condvar->waiting, bit, __ATOMIC_RELAXED);
    __heddle_atomic_end();
    heddle_begin_when_cancelled();
    __heddle_assume((__atomic_load_n(&condvar->waiting, __ATOMIC_RELAXED) & bit) != 0);
    __atomic_fetch_and(&condvar->waiting, ~bit, __ATOMIC_RELAXED);
    __heddle_atomic_end();
    lockAgain(mutex, self, depth);
    __heddle_end_cancelled();
  }
  if (__heddle_spurious_wakeups() && (bit == 0 || __heddle_happens("wakes up spuriously"))) {
    __heddle_atomic_end();
  } else {
    __atomic_fetch_or(&condvar->waiting, bit, __ATOMIC_RELAXED);
    __heddle_atomic_end();

    if (timed) {
      __heddle_atomic_begin();
      if ((__atomic_load_n(&condvar->waiting, __ATOMIC_RELAXED) & bit) != 0) {
        __atomic_fetch_and(&condvar->waiting, ~bit, __ATOMIC_RELAXED);
        result = ETIMEDOUT;
      } else {
        (void)__atomic_load_n(&condvar->waiting, __ATOMIC_ACQUIRE);
      }
    } else {
      __heddle_begin_when_clear(&condvar->waiting, bit);
    }
    __heddle_sync(HEDDLE_COND_WAKE, condvar);
    __heddle_atomic_end();
  }
  lockAgain(mutex, self, depth);
  return result;
}

int pthread_cond_wait(struct heddle_condvar *condvar, struct heddle_mutex *mutex) { return waitFor(condvar, mutex, 0); }

int pthread_cond_timedwait(struct heddle_condvar *condvar, struct heddle_mutex *mutex, const struct timespec *timeout) {
  heddle_read_time(timeout);
  return waitFor(condvar, mutex, 1);
}

int pthread_cond_clockwait(struct heddle_condvar *condvar, struct heddle_mutex *mutex, int clock,
                           const struct timespec *timeout) {
  (void)clock;
  return pthread_cond_timedwait(condvar, mutex, timeout);
}

int pthread_cond_signal(struct heddle_condvar *condvar) {
  if (__heddle_is_static(condvar))
    requireIntact(condvar);
  __heddle_atomic_begin();
  const unsigned long long waiting = __atomic_load_n(&condvar->waiting, __ATOMIC_RELAXED);
  __heddle_sync(HEDDLE_COND_SIGNAL, condvar);
  use(condvar);
  if (waiting != 0) {
    unsigned long long woken = waiting;
    if ((waiting & (waiting - 1)) != 0) {
      woken = 1ULL << __heddle_choose(HEDDLE_MOST_HANDLES);
      __heddle_assume((waiting & woken) != 0);
    }
    __atomic_fetch_and(&condvar->waiting, ~woken, __ATOMIC_RELEASE);
  }
  __heddle_atomic_end();
  return 0;
}

int pthread_cond_broadcast(struct heddle_condvar *condvar) {
  if (__heddle_is_static(condvar))
    requireIntact(condvar);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_COND_BROADCAST, condvar);
  use(condvar);
  __atomic_fetch_and(&condvar->waiting, 0, __ATOMIC_RELEASE);
  __heddle_atomic_end();
  return 0;
}

int pthread_cond_init(struct heddle_condvar *condvar, const void *attributes) {
  if (attributes)
    __heddle_touch(attributes, 4);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_INIT, condvar);
  HEDDLE_STORE_PLAIN(condvar->destroyed, 0);
  __atomic_store_n(&condvar->waiting, 0, __ATOMIC_RELEASE);
  __heddle_atomic_end();
  return 0;
}

int pthread_cond_destroy(struct heddle_condvar *condvar) {
  if (__heddle_is_static(condvar))
    requireIntact(condvar);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_DESTROY, condvar);
  use(condvar);
  __heddle_check(__atomic_load_n(&condvar->waiting, __ATOMIC_RELAXED) == 0, HEDDLE_LOCK_DISCIPLINE,
                 "destruction of a condition variable that threads wait on");
  HEDDLE_STORE_PLAIN(condvar->destroyed, 1);
  __heddle_atomic_end();
  return 0;
}

// Attributes have no effect on the model. A pthread_condattr_t is one int: sharing between processes, and the clock.
int pthread_condattr_init(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_condattr_destroy(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_condattr_setclock(int *attributes, int clock) {
  enum { CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 1 };
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  *attributes = (*attributes & 1) | clock << 1;
  return 0;
}

int pthread_condattr_getclock(const int *attributes, int *clock) {
  *clock = *attributes >> 1;
  return 0;
}

int pthread_condattr_setpshared(int *attributes, int shared) {
  if (shared != 0 && shared != 1)
    return EINVAL;
  *attributes = (*attributes & ~1) | shared;
  return 0;
}

int pthread_condattr_getpshared(const int *attributes, int *shared) {
  *shared = *attributes & 1;
  return 0;
}
