// POSIX read-write locks: `state` counts the readers, or is -1 while a writer holds the lock.
//
// A reader may enter whenever no writer holds the lock, even if one waits (glibc's default, and the choice that allows
// most interleavings). A lock that prefers writers is treated alike, except that a reader could then wait for ever: if
// deadlocks are checked, it is unsupported. A writer that locks again, for reading or writing, waits for itself:
// POSIX allows this, although glibc would return EDEADLK.
//
// A reader's unlock happens before the next writer's lock, but not before the next reader's. Therefore
// readers release through a separate word, `readersDone`, which only writers acquire; its value never
// changes. It is the last word that a reader accesses, so that a writer may destroy the lock. Writers release
// through `state`, whose updates by readers are read-modify-write operations and therefore pass the writer's
// release on to later readers. A static initialiser is all zeroes.
//
// The holders are known only if lock-discipline is checked: four bits for each handle count the read locks that its
// thread holds. For other properties a thread that unlocks a lock that others hold for reading ends one of their locks,
// as in glibc, and the state has nothing that they do not need. The counters are written in the steps that write
// `state` anyway, so they add no interleavings. More handles, or more nested locks, than they have room for are
// unsupported.
#include "errors.h"
#include "heddle.h"
#include "times.h"

enum { WRITER_INSIDE = -1, PREFER_WRITER_NONRECURSIVE = 2, DESTROYED = -1 };

enum { COUNTERS_PER_WORD = 8, COUNTER_BITS = 4, MOST_NESTED = 15, HANDLES = 32 };

struct heddle_rwlock {
  int state;
  int writer;                                      // handle of the writer that holds it, 0: none
  unsigned readLocks[HANDLES / COUNTERS_PER_WORD]; // by handle
#if __SIZEOF_POINTER__ == 8
  int unused[6];
#endif
  int kind; // where glibc's static initialiser for a lock that prefers writers puts it; or DESTROYED
  int readersDone;
};

_Static_assert(__builtin_offsetof(struct heddle_rwlock, kind) == (__SIZEOF_POINTER__ == 8 ? 48 : 24), "glibc's place");
_Static_assert(sizeof(struct heddle_rwlock) <= (__SIZEOF_POINTER__ == 8 ? 56 : 32), "fits into pthread_rwlock_t");

static int shiftOf(int self) { return self % COUNTERS_PER_WORD * COUNTER_BITS; }

static unsigned *counters(struct heddle_rwlock *lock, int self) {
  if (self >= HANDLES)
    __heddle_exceeded("more than 31 threads use a read-write lock whose holders are checked");
  return &lock->readLocks[self / COUNTERS_PER_WORD];
}

static unsigned readLocksOf(struct heddle_rwlock *lock, int self) {
  return __atomic_load_n(counters(lock, self), __ATOMIC_RELAXED) >> shiftOf(self) & MOST_NESTED;
}

static void countReadLock(struct heddle_rwlock *lock) {
  if (!__heddle_checks(HEDDLE_LOCK_DISCIPLINE))
    return;
  const int self = __heddle_self();
  if (readLocksOf(lock, self) == MOST_NESTED)
    __heddle_exceeded("more than 15 read locks of one thread on a read-write lock whose holders are checked");
  __atomic_fetch_add(counters(lock, self), 1U << shiftOf(self), __ATOMIC_RELAXED);
}

static void enterAsWriter(struct heddle_rwlock *lock, int self) {
  (void)__atomic_load_n(&lock->readersDone, __ATOMIC_ACQUIRE);
  __atomic_store_n(&lock->state, WRITER_INSIDE, __ATOMIC_RELAXED);
  __atomic_store_n(&lock->writer, self, __ATOMIC_RELAXED);
}

static void requireDefaultKind(const struct heddle_rwlock *lock) {
  if (__heddle_checks(HEDDLE_NO_DEADLOCK) &&
      __atomic_load_n(&lock->kind, __ATOMIC_RELAXED) == PREFER_WRITER_NONRECURSIVE)
    __heddle_unsupported("a read-write lock that prefers writers");
}

static void requireInitialised(const struct heddle_rwlock *lock) {
  HEDDLE_REQUIRE_INITIALISED(
      lock, (unsigned)__atomic_load_n(&lock->kind, __ATOMIC_RELAXED) - DESTROYED <= PREFER_WRITER_NONRECURSIVE + 1U,
      "read-write lock");
}

static void requireIntact(const struct heddle_rwlock *lock) {
  HEDDLE_REQUIRE_INTACT((unsigned)heddle_overwritten(&lock->kind) - DESTROYED <= PREFER_WRITER_NONRECURSIVE + 1U &&
                            heddle_overwritten(&lock->state) >= WRITER_INSIDE &&
                            (unsigned)heddle_overwritten(&lock->writer) <= HEDDLE_MOST_HANDLES,
                        "read-write lock");
}

static void requireUsable(const struct heddle_rwlock *lock) {
  requireInitialised(lock);
  HEDDLE_REQUIRE_NOT_DESTROYED("pthread_rwlock_destroy", &lock->kind, DESTROYED, "read-write lock");
}

static int tryEnterAsReader(struct heddle_rwlock *lock, int whenHeld) {
  if (__heddle_is_static(lock))
    requireIntact(lock);
  int result = whenHeld;
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_READ_LOCK, lock);
  requireUsable(lock);
  if (__atomic_load_n(&lock->state, __ATOMIC_RELAXED) != WRITER_INSIDE) {
    __atomic_fetch_add(&lock->state, 1, __ATOMIC_ACQUIRE);
    countReadLock(lock);
    result = 0;
  }
  __heddle_atomic_end();
  return result;
}

static int tryEnterAsWriter(struct heddle_rwlock *lock, int whenHeld) {
  const int self = __heddle_self();
  if (__heddle_is_static(lock))
    requireIntact(lock);
  int result = whenHeld;
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_WRITE_LOCK, lock);
  requireUsable(lock);
  if (__atomic_load_n(&lock->state, __ATOMIC_RELAXED) == 0) {
    (void)__atomic_load_n(&lock->state, __ATOMIC_ACQUIRE);
    enterAsWriter(lock, self);
    result = 0;
  }
  __heddle_atomic_end();
  return result;
}

int pthread_rwlock_rdlock(struct heddle_rwlock *lock) {
  requireIntact(lock);
  requireDefaultKind(lock);
  (void)__heddle_begin_when_not(&lock->state, WRITER_INSIDE);
  __heddle_sync(HEDDLE_READ_LOCK, lock);
  requireUsable(lock);
  __atomic_fetch_add(&lock->state, 1, __ATOMIC_RELAXED);
  countReadLock(lock);
  __heddle_atomic_end();
  return 0;
}

int pthread_rwlock_wrlock(struct heddle_rwlock *lock) {
  const int self = __heddle_self();
  requireIntact(lock);
  __heddle_begin_when_equal(&lock->state, 0);
  __heddle_sync(HEDDLE_WRITE_LOCK, lock);
  requireUsable(lock);
  enterAsWriter(lock, self);
  __heddle_atomic_end();
  return 0;
}

int pthread_rwlock_tryrdlock(struct heddle_rwlock *lock) { return tryEnterAsReader(lock, EBUSY); }

int pthread_rwlock_trywrlock(struct heddle_rwlock *lock) { return tryEnterAsWriter(lock, EBUSY); }

// As for mutexes, a timeout at any time is modelled as one attempt at any time.
int pthread_rwlock_timedrdlock(struct heddle_rwlock *lock, const struct timespec *timeout) {
  return heddle_timed(tryEnterAsReader(lock, ETIMEDOUT), timeout);
}

int pthread_rwlock_timedwrlock(struct heddle_rwlock *lock, const struct timespec *timeout) {
  return heddle_timed(tryEnterAsWriter(lock, ETIMEDOUT), timeout);
}

int pthread_rwlock_clockrdlock(struct heddle_rwlock *lock, int clock, const struct timespec *timeout) {
  (void)clock;
  return pthread_rwlock_timedrdlock(lock, timeout);
}

int pthread_rwlock_clockwrlock(struct heddle_rwlock *lock, int clock, const struct timespec *timeout) {
  (void)clock;
  return pthread_rwlock_timedwrlock(lock, timeout);
}

static void checkHolder(struct heddle_rwlock *lock, int self) {
  if (!__heddle_checks(HEDDLE_LOCK_DISCIPLINE))
    return;
  if (__atomic_load_n(&lock->state, __ATOMIC_RELAXED) == WRITER_INSIDE) {
    __heddle_check(__atomic_load_n(&lock->writer, __ATOMIC_RELAXED) == self, HEDDLE_LOCK_DISCIPLINE,
                   "unlock of a read-write lock that another thread holds for writing");
    return;
  }
  __heddle_check(readLocksOf(lock, self) != 0, HEDDLE_LOCK_DISCIPLINE,
                 "unlock of a read-write lock that the thread does not hold");
  __atomic_fetch_sub(counters(lock, self), 1U << shiftOf(self), __ATOMIC_RELAXED);
}

int pthread_rwlock_unlock(struct heddle_rwlock *lock) {
  const int self = __heddle_self();
  if (__heddle_is_static(lock))
    requireIntact(lock);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_RW_UNLOCK, lock);
  requireUsable(lock);
  checkHolder(lock, self);
  const int state = __atomic_load_n(&lock->state, __ATOMIC_RELAXED);
  if (state == WRITER_INSIDE) {
    __atomic_store_n(&lock->writer, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&lock->state, 0, __ATOMIC_RELEASE);
  } else if (state > 0) {
    __atomic_fetch_sub(&lock->state, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&lock->readersDone, 0, __ATOMIC_RELEASE);
  }
  __heddle_atomic_end();
  return 0;
}

int pthread_rwlock_init(struct heddle_rwlock *lock, const int *attributes) {
  int kind = 0;
  if (attributes) {
    kind = __atomic_load_n(attributes, __ATOMIC_RELAXED);
    HEDDLE_REQUIRE_INITIALISED(attributes, (unsigned)kind <= PREFER_WRITER_NONRECURSIVE,
                               "read-write lock attributes object");
  }
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_INIT, lock);
  HEDDLE_STORE_PLAIN(lock->kind, kind);
  HEDDLE_STORE_PLAIN(lock->state, 0);
  HEDDLE_STORE_PLAIN(lock->writer, 0);
  HEDDLE_STORE_PLAIN(lock->readersDone, 0);
  if (__heddle_checks(HEDDLE_LOCK_DISCIPLINE)) {
    HEDDLE_STORE_PLAIN(lock->readLocks[0], 0);
    HEDDLE_STORE_PLAIN(lock->readLocks[1], 0);
    HEDDLE_STORE_PLAIN(lock->readLocks[2], 0);
    HEDDLE_STORE_PLAIN(lock->readLocks[3], 0);
  }
  __heddle_atomic_end();
  return 0;
}

int pthread_rwlock_destroy(struct heddle_rwlock *lock) {
  if (__heddle_is_static(lock))
    requireIntact(lock);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_DESTROY, lock);
  requireUsable(lock);
  const int state = __atomic_load_n(&lock->state, __ATOMIC_RELAXED);
  __heddle_check(state == 0, HEDDLE_LOCK_DISCIPLINE, "destruction of a read-write lock that is held");
  HEDDLE_STORE_PLAIN(lock->state, state);
  if (state == 0)
    HEDDLE_STORE_PLAIN(lock->kind, DESTROYED);
  __heddle_atomic_end();
  return 0;
}

// Sharing between processes has no effect on the model.
int pthread_rwlockattr_init(int attributes[2]) {
  attributes[0] = 0;
  attributes[1] = 0;
  return 0;
}

int pthread_rwlockattr_destroy(int attributes[2]) {
  attributes[0] = 0;
  return 0;
}

int pthread_rwlockattr_setpshared(int attributes[2], int shared) {
  if (shared != 0 && shared != 1)
    return EINVAL;
  attributes[1] = shared;
  return 0;
}

int pthread_rwlockattr_getpshared(const int attributes[2], int *shared) {
  *shared = attributes[1];
  return 0;
}

int pthread_rwlockattr_setkind_np(int attributes[2], int kind) {
  if (kind < 0 || kind > PREFER_WRITER_NONRECURSIVE)
    return EINVAL;
  attributes[0] = kind;
  return 0;
}

int pthread_rwlockattr_getkind_np(const int attributes[2], int *kind) {
  *kind = attributes[0];
  return 0;
}
