// POSIX unnamed semaphores: a counter. A post releases, a wait acquires, and all updates are
// read-modify-write operations, so every post that contributed to the value a wait reads happens before it.
#include "errors.h"
#include "heddle.h"
#include "times.h"

enum { SEM_VALUE_MAX = 0x7fffffff };

static int tryTake(int *semaphore, int error) {
  _Bool taken = 0;
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_SEM_WAIT, semaphore);
  if (__atomic_load_n(semaphore, __ATOMIC_RELAXED) != 0) {
    __atomic_fetch_sub(semaphore, 1, __ATOMIC_ACQUIRE);
    taken = 1;
  }
  __heddle_atomic_end();
  if (taken)
    return 0;
  *__errno_location() = error;
  return -1;
}

int sem_init(int *semaphore, int shared, unsigned value) {
  (void)shared;
  if (value > SEM_VALUE_MAX) {
    *__errno_location() = EINVAL;
    return -1;
  }
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_INIT, semaphore);
  HEDDLE_STORE_PLAIN(*semaphore, (int)value);
  __heddle_atomic_end();
  return 0;
}

int sem_wait(int *semaphore) {
  (void)__heddle_begin_when_not(semaphore, 0);
  __heddle_sync(HEDDLE_SEM_WAIT, semaphore);
  __atomic_fetch_sub(semaphore, 1, __ATOMIC_ACQUIRE);
  __heddle_atomic_end();
  return 0;
}

int sem_trywait(int *semaphore) { return tryTake(semaphore, EAGAIN); }

int sem_timedwait(int *semaphore, const struct timespec *timeout) {
  const int result = tryTake(semaphore, ETIMEDOUT);
  if (result != 0)
    heddle_read_time(timeout);
  return result;
}

int sem_clockwait(int *semaphore, int clock, const struct timespec *timeout) {
  (void)clock;
  return sem_timedwait(semaphore, timeout);
}

int sem_post(int *semaphore) {
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_SEM_POST, semaphore);
  if (__atomic_fetch_add(semaphore, 1, __ATOMIC_RELEASE) == SEM_VALUE_MAX)
    __heddle_unsupported("a semaphore above SEM_VALUE_MAX");
  __heddle_atomic_end();
  return 0;
}

int sem_getvalue(int *semaphore, int *value) {
  *value = __atomic_load_n(semaphore, __ATOMIC_RELAXED);
  return 0;
}

int sem_destroy(int *semaphore) {
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_DESTROY, semaphore);
  HEDDLE_STORE_PLAIN(*semaphore, __atomic_load_n(semaphore, __ATOMIC_RELAXED));
  __heddle_atomic_end();
  return 0;
}

int *sem_open(const char *name, int flags, ...) {
  (void)name, (void)flags;
  __heddle_unsupported("named semaphores (sem_open)");
}
