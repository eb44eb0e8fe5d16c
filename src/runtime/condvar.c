// POSIX condition variables: a set of waiting threads, one bit for each handle.
//
// A wait is three steps: release the mutex and enter the set, at once; leave when the bit is clear;
// lock the mutex again. Between the last two other threads may take the mutex, which is why a woken
// thread must test its condition again. A signal clears one bit, any one; a broadcast clears all. What
// the signalling thread did happens before what the woken one does.
//
// POSIX lets a wait return without a signal. Whether it does is chosen when the wait begins: then the
// thread does not enter the set and goes straight to locking again, at any later time. Made so early,
// the choice leaves a thread that truly waits truly blocked, and a lost signal shows as a deadlock.
#include "errors.h"
#include "mutex.h"

struct timespec;

struct heddle_condvar {
  _Alignas(8) unsigned long long waiting;
};

static unsigned long long bitOf(int thread) {
  if (thread >= 64)
    __heddle_unsupported("more than 63 threads use a condition variable");
  return 1ULL << thread;
}

// A wait whose time may be over (`timed`) does not block: at some later step, any one, it looks whether
// it was signalled until then, and if not leaves the set.
static int waitFor(struct heddle_condvar *condvar, struct heddle_mutex *mutex, _Bool timed) {
  const int self = __heddle_self();
  const unsigned long long bit = bitOf(self);

  __heddle_atomic_begin();
  const int owner = __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED);
  const int kind = heddle_mutex_kind(mutex);
  __heddle_sync(HEDDLE_COND_WAIT, condvar);
  __heddle_check(owner == self, HEDDLE_LOCK_DISCIPLINE,
                 "wait on a condition variable with a mutex that the thread does not hold");
  if (owner != self && (kind == HEDDLE_MUTEX_ERRORCHECK || kind == HEDDLE_MUTEX_RECURSIVE)) {
    __heddle_atomic_end();
    return EPERM;
  }
  const unsigned depth = __atomic_load_n(&mutex->count, __ATOMIC_RELAXED);
  if (depth != 0)
    __atomic_store_n(&mutex->count, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&mutex->owner, 0, __ATOMIC_RELEASE);
  int result = 0;
  if (__heddle_spurious_wakeups() && __heddle_choose(2)) {
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
  heddle_mutex_acquire(mutex, self, depth);
  return result;
}

int pthread_cond_wait(struct heddle_condvar *condvar, struct heddle_mutex *mutex) { return waitFor(condvar, mutex, 0); }

int pthread_cond_timedwait(struct heddle_condvar *condvar, struct heddle_mutex *mutex, const struct timespec *timeout) {
  (void)timeout;
  return waitFor(condvar, mutex, 1);
}

int pthread_cond_clockwait(struct heddle_condvar *condvar, struct heddle_mutex *mutex, int clock,
                           const struct timespec *timeout) {
  (void)clock;
  return pthread_cond_timedwait(condvar, mutex, timeout);
}

int pthread_cond_signal(struct heddle_condvar *condvar) {
  __heddle_atomic_begin();
  const unsigned long long waiting = __atomic_load_n(&condvar->waiting, __ATOMIC_RELAXED);
  __heddle_sync(HEDDLE_COND_SIGNAL, condvar);
  if (waiting != 0) {
    unsigned long long woken = waiting;
    if ((waiting & (waiting - 1)) != 0) {
      woken = 1ULL << __heddle_choose(64);
      __heddle_assume((waiting & woken) != 0);
    }
    __atomic_fetch_and(&condvar->waiting, ~woken, __ATOMIC_RELEASE);
  }
  __heddle_atomic_end();
  return 0;
}

int pthread_cond_broadcast(struct heddle_condvar *condvar) {
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_COND_BROADCAST, condvar);
  __atomic_fetch_and(&condvar->waiting, 0, __ATOMIC_RELEASE);
  __heddle_atomic_end();
  return 0;
}

int pthread_cond_init(struct heddle_condvar *condvar, const void *attributes) {
  (void)attributes;
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_INIT, condvar);
  __atomic_store_n(&condvar->waiting, 0, __ATOMIC_RELEASE);
  __heddle_atomic_end();
  return 0;
}

int pthread_cond_destroy(struct heddle_condvar *condvar) {
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_DESTROY, condvar);
  __heddle_check(__atomic_load_n(&condvar->waiting, __ATOMIC_RELAXED) == 0, HEDDLE_LOCK_DISCIPLINE,
                 "destruction of a condition variable that threads wait on");
  __heddle_atomic_end();
  return 0;
}

// Attributes (which clock, sharing between processes) change nothing that we model.
int pthread_condattr_init(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_condattr_destroy(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_condattr_setclock(void *attributes, int clock) {
  (void)attributes, (void)clock;
  return 0;
}

int pthread_condattr_setpshared(void *attributes, int shared) {
  (void)attributes, (void)shared;
  return 0;
}
