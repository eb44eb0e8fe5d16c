// POSIX mutexes: normal, recursive, error-checking (and glibc's adaptive ones, which are normal).
//
// The word `owner` holds the owner's handle, so that one load distinguishes a free mutex, one that the
// thread holds and one that another thread holds, and a lock is one step. Happens-before comes from the
// acquiring load that finds the mutex free and the releasing store that frees it. A failing trylock loads
// with relaxed order: it does not synchronise with the owner.
//
// Misuse with an outcome that glibc defines continues as in glibc: unlocking a normal mutex that another
// thread holds frees it, relocking one's own normal mutex waits until another thread does so. Each of these is a
// violation of lock-discipline. The use of a destroyed mutex is one, too, and is not followed.
#include "mutex.h"
#include "errors.h"
#include "times.h"

static int tryTake(struct heddle_mutex *mutex, int self, int whenHeld) {
  const int owner = __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED);
  const int kind = heddle_mutex_kind(mutex);
  __heddle_sync(HEDDLE_TRY_LOCK, mutex);
  HEDDLE_MUTEX_REQUIRE_NOT_DESTROYED(mutex);
  if (owner == 0) {
    (void)__atomic_load_n(&mutex->owner, __ATOMIC_ACQUIRE);
    __atomic_store_n(&mutex->owner, self, __ATOMIC_RELAXED);
    return 0;
  }
  if (owner != self || kind != HEDDLE_MUTEX_RECURSIVE)
    return whenHeld;
  __atomic_store_n(&mutex->count, __atomic_load_n(&mutex->count, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
  return 0;
}

int pthread_mutex_lock(struct heddle_mutex *mutex) {
  const int self = __heddle_self();
  heddle_mutex_require_intact(mutex);
  const int owner = __heddle_begin_when_either(&mutex->owner, 0, self);
  __heddle_sync(HEDDLE_LOCK, mutex);
  const int kind = heddle_mutex_kind(mutex);
  HEDDLE_MUTEX_REQUIRE_NOT_DESTROYED(mutex);
  if (owner == 0) {
    __atomic_store_n(&mutex->owner, self, __ATOMIC_RELAXED);
    __heddle_atomic_end();
    return 0;
  }
  if (kind == HEDDLE_MUTEX_RECURSIVE) {
    __atomic_store_n(&mutex->count, __atomic_load_n(&mutex->count, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
    __heddle_atomic_end();
    return 0;
  }
  __heddle_check(0, HEDDLE_LOCK_DISCIPLINE, "lock of a non-recursive mutex that the thread holds already");
  __heddle_atomic_end();
  if (kind == HEDDLE_MUTEX_ERRORCHECK)
    return EDEADLK;
  heddle_mutex_acquire(mutex, self, 0);
  return 0;
}

int pthread_mutex_trylock(struct heddle_mutex *mutex) {
  const int self = __heddle_self();
  if (__heddle_is_static(mutex))
    heddle_mutex_require_intact(mutex);
  __heddle_atomic_begin();
  const int result = tryTake(mutex, self, EBUSY);
  __heddle_atomic_end();
  return result;
}

// The timeout may expire at any time, so one attempt, made at any time, has every possible outcome.
int pthread_mutex_timedlock(struct heddle_mutex *mutex, const struct timespec *timeout) {
  const int self = __heddle_self();
  if (__heddle_is_static(mutex))
    heddle_mutex_require_intact(mutex);
  __heddle_atomic_begin();
  int result = tryTake(mutex, self, ETIMEDOUT);
  if (result == ETIMEDOUT && heddle_mutex_kind(mutex) == HEDDLE_MUTEX_ERRORCHECK &&
      __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED) == self)
    result = EDEADLK;
  __heddle_atomic_end();
  return heddle_timed(result, timeout);
}

int pthread_mutex_clocklock(struct heddle_mutex *mutex, int clock, const struct timespec *timeout) {
  (void)clock;
  return pthread_mutex_timedlock(mutex, timeout);
}

int pthread_mutex_unlock(struct heddle_mutex *mutex) {
  const int self = __heddle_self();
  if (__heddle_is_static(mutex))
    heddle_mutex_require_intact(mutex);
  int result = 0;
  __heddle_atomic_begin();
  const int owner = __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED);
  const int kind = heddle_mutex_kind(mutex);
  __heddle_sync(HEDDLE_UNLOCK, mutex);
  HEDDLE_MUTEX_REQUIRE_NOT_DESTROYED(mutex);
  __heddle_check(owner == self, HEDDLE_LOCK_DISCIPLINE, "unlock of a mutex that the thread does not hold");
  if (owner != self && (kind == HEDDLE_MUTEX_ERRORCHECK || kind == HEDDLE_MUTEX_RECURSIVE)) {
    result = EPERM;
  } else {
    const unsigned count = __atomic_load_n(&mutex->count, __ATOMIC_RELAXED);
    if (kind == HEDDLE_MUTEX_RECURSIVE && count != 0)
      __atomic_store_n(&mutex->count, count - 1, __ATOMIC_RELAXED);
    else
      __atomic_store_n(&mutex->owner, 0, __ATOMIC_RELEASE);
  }
  __heddle_atomic_end();
  return result;
}

int pthread_mutex_init(struct heddle_mutex *mutex, const int *attributes) {
  int kind = HEDDLE_MUTEX_NORMAL;
  if (attributes) {
    kind = __atomic_load_n(attributes, __ATOMIC_RELAXED) & 0xff; // as set by pthread_mutexattr_settype
    HEDDLE_REQUIRE_INITIALISED(attributes, kind <= HEDDLE_MUTEX_ADAPTIVE, "mutex attributes object");
  }
  heddle_mutex_initialise(mutex, kind);
  return 0;
}

int pthread_mutex_destroy(struct heddle_mutex *mutex) {
  if (__heddle_is_static(mutex))
    heddle_mutex_require_intact(mutex);
  int result = EBUSY;
  __heddle_atomic_begin();
  const int owner = __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED);
  if (!__heddle_is_static(mutex))
    (void)heddle_mutex_kind(mutex);
  HEDDLE_MUTEX_REQUIRE_NOT_DESTROYED(mutex);
  __heddle_sync(HEDDLE_DESTROY, mutex);
  __heddle_check(owner == 0, HEDDLE_LOCK_DISCIPLINE, "destruction of a mutex that is held");
  if (owner == 0) {
    HEDDLE_STORE_PLAIN(mutex->owner, 0); // what every other operation on the mutex accesses
    HEDDLE_STORE_PLAIN(mutex->kind, HEDDLE_MUTEX_DESTROYED);
    result = 0;
  }
  __heddle_atomic_end();
  return result;
}

// A pthread_mutexattr_t is one int: the kind and the other attributes, a byte each. Sharing between processes and
// priority protocols do not change the set of interleavings.
enum { KIND = 0, SHARED = 8, PROTOCOL = 16, ROBUST = 24 };

static int attribute(const int *attributes, int place) { return *attributes >> place & 0xff; }

static int setAttribute(int *attributes, int place, int value, int largest) {
  if (value < 0 || value > largest)
    return EINVAL;
  *attributes = (int)(((unsigned)*attributes & ~(0xffU << place)) | (unsigned)value << place);
  return 0;
}

int pthread_mutexattr_init(int *attributes) {
  *attributes = HEDDLE_MUTEX_NORMAL;
  return 0;
}

int pthread_mutexattr_destroy(int *attributes) {
  *attributes = HEDDLE_MUTEX_NORMAL;
  return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
  return setAttribute(attributes, KIND, kind, HEDDLE_MUTEX_ADAPTIVE);
}

int pthread_mutexattr_gettype(const int *attributes, int *kind) {
  *kind = attribute(attributes, KIND);
  return 0;
}

int pthread_mutexattr_setpshared(int *attributes, int shared) { return setAttribute(attributes, SHARED, shared, 1); }

int pthread_mutexattr_getpshared(const int *attributes, int *shared) {
  *shared = attribute(attributes, SHARED);
  return 0;
}

int pthread_mutexattr_setprotocol(int *attributes, int protocol) {
  return setAttribute(attributes, PROTOCOL, protocol, 2);
}

int pthread_mutexattr_getprotocol(const int *attributes, int *protocol) {
  *protocol = attribute(attributes, PROTOCOL);
  return 0;
}

int pthread_mutexattr_setrobust(int *attributes, int robust) {
  if (robust != 0)
    __heddle_unsupported("robust mutexes");
  return setAttribute(attributes, ROBUST, robust, 0);
}

int pthread_mutexattr_getrobust(const int *attributes, int *robust) {
  *robust = attribute(attributes, ROBUST);
  return 0;
}
