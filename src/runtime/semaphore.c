// POSIX unnamed semaphores: a counter. A post releases, a wait acquires, and all updates are
// read-modify-write operations, so every post that contributed to the value a wait reads happens before it.
//
// A semaphore that is destroyed is marked, and no operation on it waits: every use gets to the check.
#include "cancellation.h"
#include "errors.h"
#include "heddle.h"
#include "times.h"

enum { SEM_VALUE_MAX = 0x7fffffff };

enum { INITIALISED = 0, DESTROYED = 1 };

struct heddle_semaphore {
  int value;
  int mark;
};

static void requireInitialised(const struct heddle_semaphore *semaphore) {
  HEDDLE_REQUIRE_INITIALISED(semaphore, (unsigned)__atomic_load_n(&semaphore->mark, __ATOMIC_RELAXED) <= DESTROYED,
                             "semaphore");
}

static void requireIntact(const struct heddle_semaphore *semaphore) {
  HEDDLE_REQUIRE_INTACT(heddle_overwritten(&semaphore->value) >= 0 &&
                            (unsigned)heddle_overwritten(&semaphore->mark) <= DESTROYED,
                        "semaphore");
}

static void use(const struct heddle_semaphore *semaphore) {
  requireInitialised(semaphore);
  HEDDLE_REQUIRE_NOT_DESTROYED("sem_destroy", &semaphore->mark, DESTROYED, "semaphore");
}

static int tryTake(struct heddle_semaphore *semaphore, int error) {
  _Bool taken = 0;
  if (__heddle_is_static(semaphore))
    requireIntact(semaphore);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_SEM_WAIT, semaphore);
  use(semaphore);
  if (__atomic_load_n(&semaphore->value, __ATOMIC_RELAXED) != 0) {
    __atomic_fetch_sub(&semaphore->value, 1, __ATOMIC_ACQUIRE);
    taken = 1;
  }
  __heddle_atomic_end();
  if (taken)
    return 0;
  *__errno_location() = error;
  return -1;
}

int sem_init(struct heddle_semaphore *semaphore, int shared, unsigned value) {
  (void)shared;
  if (value > SEM_VALUE_MAX) {
    *__errno_location() = EINVAL;
    return -1;
  }
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_INIT, semaphore);
  HEDDLE_STORE_PLAIN(semaphore->value, (int)value);
  HEDDLE_STORE_PLAIN(semaphore->mark, INITIALISED);
  __heddle_atomic_end();
  return 0;
}

int sem_wait(struct heddle_semaphore *semaphore) {
  if (HEDDLE_WAITS_FOR_CANCELLATION)
    heddle_wait_for_cancellation();
  requireIntact(semaphore);
  (void)__heddle_begin_when_not(&semaphore->value, 0);
  __heddle_sync(HEDDLE_SEM_WAIT, semaphore);
  use(semaphore);
  __atomic_fetch_sub(&semaphore->value, 1, __ATOMIC_ACQUIRE);
  __heddle_atomic_end();
  return 0;
}

int sem_trywait(struct heddle_semaphore *semaphore) { return tryTake(semaphore, EAGAIN); }

int sem_timedwait(struct heddle_semaphore *semaphore, const struct timespec *timeout) {
  if (HEDDLE_WAITS_FOR_CANCELLATION)
    heddle_wait_for_cancellation();
  const int result = tryTake(semaphore, ETIMEDOUT);
  if (result != 0)
    heddle_read_time(timeout);
  return result;
}

int sem_clockwait(struct heddle_semaphore *semaphore, int clock, const struct timespec *timeout) {
  (void)clock;
  return sem_timedwait(semaphore, timeout);
}

int sem_post(struct heddle_semaphore *semaphore) {
  if (__heddle_is_static(semaphore))
    requireIntact(semaphore);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_SEM_POST, semaphore);
  use(semaphore);
  if (__atomic_load_n(&semaphore->value, __ATOMIC_RELAXED) == SEM_VALUE_MAX)
    __heddle_exceeded("a semaphore above SEM_VALUE_MAX"); // before the store: the value is never negative
  __atomic_fetch_add(&semaphore->value, 1, __ATOMIC_RELEASE);
  __heddle_atomic_end();
  return 0;
}

int sem_getvalue(struct heddle_semaphore *semaphore, int *value) {
  if (__heddle_is_static(semaphore))
    requireIntact(semaphore);
  if (!__heddle_is_static(semaphore) || __heddle_is_used("sem_destroy")) {
    __heddle_atomic_begin();
    use(semaphore);
    __heddle_atomic_end();
  }
  *value = __atomic_load_n(&semaphore->value, __ATOMIC_RELAXED);
  return 0;
}

int sem_destroy(struct heddle_semaphore *semaphore) {
  if (__heddle_is_static(semaphore))
    requireIntact(semaphore);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_DESTROY, semaphore);
  use(semaphore);
  HEDDLE_STORE_PLAIN(semaphore->value, 1);
  HEDDLE_STORE_PLAIN(semaphore->mark, DESTROYED);
  __heddle_atomic_end();
  return 0;
}

int *sem_open(const char *name, int flags, ...) {
  (void)name, (void)flags;
  __heddle_unsupported("named semaphores (sem_open)");
}
