// POSIX spin locks: a word with the owner's handle. A thread that would spin waits instead, which has
// the same outcomes in fewer steps, and a lock that is never freed becomes a deadlock. A lock that is destroyed is
// marked, unless it is held.
#include "errors.h"
#include "heddle.h"

enum { DESTROYED = HEDDLE_MOST_HANDLES + 1 };

// A step of its own for spin locks that are not static: a thread that waits for a wrong value would never notice.
static void requireInitialised(const int *lock) {
  if (__heddle_is_static(lock)) {
    HEDDLE_REQUIRE_INTACT((unsigned)heddle_overwritten(lock) <= DESTROYED, "spin lock");
    return;
  }
  __heddle_atomic_begin();
  __heddle_require((unsigned)__atomic_load_n(lock, __ATOMIC_RELAXED) <= DESTROYED, HEDDLE_DEFINED_BEHAVIOUR,
                   "use of a spin lock that the program has not initialised");
  __heddle_atomic_end();
}

// A step of its own: a thread that waits for a destroyed lock would never notice. If another thread destroys the lock
// after this step, it could also have done so before.
static void requireNotDestroyed(const int *lock) {
  __heddle_atomic_begin();
  HEDDLE_REQUIRE_NOT_DESTROYED("pthread_spin_destroy", lock, DESTROYED, "spin lock");
  __heddle_atomic_end();
}

int pthread_spin_init(int *lock, int shared) {
  (void)shared;
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_INIT, lock);
  HEDDLE_STORE_PLAIN(*lock, 0);
  __heddle_atomic_end();
  return 0;
}

int pthread_spin_destroy(int *lock) {
  requireInitialised(lock);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_DESTROY, lock);
  HEDDLE_REQUIRE_NOT_DESTROYED("pthread_spin_destroy", lock, DESTROYED, "spin lock");
  const int owner = __atomic_load_n(lock, __ATOMIC_RELAXED);
  __heddle_check(owner == 0, HEDDLE_LOCK_DISCIPLINE, "destruction of a spin lock that is held");
  HEDDLE_STORE_PLAIN(*lock, owner == 0 ? DESTROYED : owner);
  __heddle_atomic_end();
  return 0;
}

int pthread_spin_lock(int *lock) {
  requireInitialised(lock);
  requireNotDestroyed(lock);
  const int self = __heddle_self();
  const int owner = __heddle_begin_when_either(lock, 0, self);
  __heddle_sync(HEDDLE_LOCK, lock);
  __heddle_check(owner == 0, HEDDLE_LOCK_DISCIPLINE, "lock of a spin lock that the thread holds already");
  if (owner == 0)
    __atomic_store_n(lock, self, __ATOMIC_RELAXED);
  __heddle_atomic_end();
  if (owner == 0)
    return 0;
  __heddle_begin_when_equal(lock, 0);
  __atomic_store_n(lock, self, __ATOMIC_RELAXED);
  __heddle_atomic_end();
  return 0;
}

int pthread_spin_trylock(int *lock) {
  requireInitialised(lock);
  requireNotDestroyed(lock);
  const int self = __heddle_self();
  int result = EBUSY;
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_TRY_LOCK, lock);
  const int owner = __atomic_load_n(lock, __ATOMIC_RELAXED);
  if (owner == 0) {
    (void)__atomic_load_n(lock, __ATOMIC_ACQUIRE);
    __atomic_store_n(lock, self, __ATOMIC_RELAXED);
    result = 0;
  }
  __heddle_atomic_end();
  return result;
}

int pthread_spin_unlock(int *lock) {
  requireInitialised(lock);
  requireNotDestroyed(lock);
  const int self = __heddle_self();
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_UNLOCK, lock);
  const int owner = __atomic_load_n(lock, __ATOMIC_RELAXED);
  __heddle_check(owner == self, HEDDLE_LOCK_DISCIPLINE, "unlock of a spin lock that the thread does not hold");
  __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
  __heddle_atomic_end();
  return 0;
}
