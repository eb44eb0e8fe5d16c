// POSIX read-write locks: `state` counts the readers, or is -1 while a writer holds the lock.
//
// A reader may enter whenever no writer holds the lock, even if one waits (glibc's default, and the choice
// that allows most interleavings). A writer that locks again, for reading or writing, waits for itself:
// POSIX allows this, although glibc would return EDEADLK.
//
// A reader's unlock happens before the next writer's lock, but not before the next reader's. Therefore
// readers release through a separate word, `readersDone`, which only writers acquire; its value never
// changes. Writers release through `state`, whose updates by readers are read-modify-write operations
// and therefore pass the writer's release on to later readers. A static initialiser is all zeroes.
#include "errors.h"
#include "heddle.h"

struct timespec;

enum { WRITER_INSIDE = -1 };

struct heddle_rwlock {
  int state;
  int writer; // handle of the writer that holds it, 0: none
  int readersDone;
};

static void enterAsWriter(struct heddle_rwlock *lock, int self) {
  (void)__atomic_load_n(&lock->readersDone, __ATOMIC_ACQUIRE);
  __atomic_store_n(&lock->state, WRITER_INSIDE, __ATOMIC_RELAXED);
  __atomic_store_n(&lock->writer, self, __ATOMIC_RELAXED);
}

static int tryEnterAsReader(struct heddle_rwlock *lock, int whenHeld) {
  int result = whenHeld;
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_READ_LOCK, lock);
  if (__atomic_load_n(&lock->state, __ATOMIC_RELAXED) != WRITER_INSIDE) {
    __atomic_fetch_add(&lock->state, 1, __ATOMIC_ACQUIRE);
    result = 0;
  }
  __heddle_atomic_end();
  return result;
}

static int tryEnterAsWriter(struct heddle_rwlock *lock, int whenHeld) {
  const int self = __heddle_self();
  int result = whenHeld;
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_WRITE_LOCK, lock);
  if (__atomic_load_n(&lock->state, __ATOMIC_RELAXED) == 0) {
    (void)__atomic_load_n(&lock->state, __ATOMIC_ACQUIRE);
    enterAsWriter(lock, self);
    result = 0;
  }
  __heddle_atomic_end();
  return result;
}

int pthread_rwlock_rdlock(struct heddle_rwlock *lock) {
  (void)__heddle_begin_when_not(&lock->state, WRITER_INSIDE);
  __heddle_sync(HEDDLE_READ_LOCK, lock);
  __atomic_fetch_add(&lock->state, 1, __ATOMIC_RELAXED);
  __heddle_atomic_end();
  return 0;
}

int pthread_rwlock_wrlock(struct heddle_rwlock *lock) {
  const int self = __heddle_self();
  __heddle_begin_when_equal(&lock->state, 0);
  __heddle_sync(HEDDLE_WRITE_LOCK, lock);
  enterAsWriter(lock, self);
  __heddle_atomic_end();
  return 0;
}

int pthread_rwlock_tryrdlock(struct heddle_rwlock *lock) { return tryEnterAsReader(lock, EBUSY); }

int pthread_rwlock_trywrlock(struct heddle_rwlock *lock) { return tryEnterAsWriter(lock, EBUSY); }

// As for mutexes, a timeout at any time is modelled as one attempt at any time.
int pthread_rwlock_timedrdlock(struct heddle_rwlock *lock, const struct timespec *timeout) {
  (void)timeout;
  return tryEnterAsReader(lock, ETIMEDOUT);
}

int pthread_rwlock_timedwrlock(struct heddle_rwlock *lock, const struct timespec *timeout) {
  (void)timeout;
  return tryEnterAsWriter(lock, ETIMEDOUT);
}

int pthread_rwlock_unlock(struct heddle_rwlock *lock) {
  const int self = __heddle_self();
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_RW_UNLOCK, lock);
  const int state = __atomic_load_n(&lock->state, __ATOMIC_RELAXED);
  const int writer = __atomic_load_n(&lock->writer, __ATOMIC_RELAXED);
  __heddle_check(state > 0 || writer == self, HEDDLE_LOCK_DISCIPLINE,
                 "unlock of a read-write lock that the thread does not hold");
  if (state == WRITER_INSIDE) {
    __atomic_store_n(&lock->writer, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&lock->state, 0, __ATOMIC_RELEASE);
  } else if (state > 0) {
    __atomic_fetch_add(&lock->readersDone, 0, __ATOMIC_RELEASE);
    __atomic_fetch_sub(&lock->state, 1, __ATOMIC_RELAXED);
  }
  __heddle_atomic_end();
  return 0;
}

int pthread_rwlock_init(struct heddle_rwlock *lock, const void *attributes) {
  (void)attributes;
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_INIT, lock);
  __atomic_store_n(&lock->writer, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&lock->readersDone, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&lock->state, 0, __ATOMIC_RELEASE);
  __heddle_atomic_end();
  return 0;
}

int pthread_rwlock_destroy(struct heddle_rwlock *lock) {
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_DESTROY, lock);
  __heddle_check(__atomic_load_n(&lock->state, __ATOMIC_RELAXED) == 0, HEDDLE_LOCK_DISCIPLINE,
                 "destruction of a read-write lock that is held");
  __heddle_atomic_end();
  return 0;
}

// Attributes (sharing between processes, preference) have no effect on the model.
int pthread_rwlockattr_init(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_rwlockattr_destroy(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_rwlockattr_setpshared(void *attributes, int shared) {
  (void)attributes, (void)shared;
  return 0;
}

int pthread_rwlockattr_setkind_np(void *attributes, int kind) {
  (void)attributes;
  enum { PREFER_WRITER_NONRECURSIVE = 2 };
  if (kind == PREFER_WRITER_NONRECURSIVE)
    __heddle_unsupported("a read-write lock that prefers writers");
  return 0;
}
