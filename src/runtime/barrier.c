// POSIX barriers: how many threads have arrived in this round, and which of them still have to wait.
//
// The thread that completes a round clears all bits of `waiting`; each of the others waits for its own
// bit only. A thread that is slow to leave one round is therefore not blocked by the next, and more
// threads than the count may use the barrier. Everything before the arrivals of a round happens before
// everything after them: each update of `waiting` is a read-modify-write that acquires and releases.
//
// One arbitrary thread of each round gets PTHREAD_BARRIER_SERIAL_THREAD. Each thread that arrives may
// claim it while it is unclaimed, and the last must: the choice needs no memory that outlives the round.
//
// Init and destroy write the other words plainly but not `waiting`: a barrier may be destroyed, and initialised again,
// as soon as one thread has left it. A barrier that is destroyed is marked, in `claimed`.
#include "errors.h"
#include "heddle.h"

enum { SERIAL_THREAD = -1, DESTROYED = 2 };

struct heddle_barrier {
  _Alignas(8) unsigned long long waiting;
  unsigned count;
  unsigned arrived;
  unsigned claimed; // whether a thread of the round has it, or DESTROYED
};

_Static_assert(__builtin_offsetof(struct heddle_barrier, claimed) + sizeof(unsigned) <= 20,
               "fits into pthread_barrier_t (32 bytes in LP64, 20 in ILP32)");

int pthread_barrier_init(struct heddle_barrier *barrier, const void *attributes, unsigned count) {
  if (attributes)
    __heddle_touch(attributes, 4);
  if (count == 0)
    return EINVAL;
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_INIT, barrier);
  HEDDLE_STORE_PLAIN(barrier->count, count);
  HEDDLE_STORE_PLAIN(barrier->arrived, 0);
  HEDDLE_STORE_PLAIN(barrier->claimed, 0);
  __atomic_store_n(&barrier->waiting, 0, __ATOMIC_RELEASE);
  __heddle_atomic_end();
  return 0;
}

// A barrier that is zero has not been initialised either.
static unsigned countOf(const struct heddle_barrier *barrier) {
  const unsigned count = __atomic_load_n(&barrier->count, __ATOMIC_RELAXED);
  __heddle_require(count != 0, HEDDLE_DEFINED_BEHAVIOUR, "use of a barrier that the program has not initialised");
  return count;
}

static void requireIntact(const struct heddle_barrier *barrier) {
  HEDDLE_REQUIRE_INTACT((unsigned)heddle_overwritten((const int *)&barrier->arrived) <
                                (unsigned)heddle_overwritten((const int *)&barrier->count) ||
                            heddle_overwritten((const int *)&barrier->arrived) == 0,
                        "barrier");
  HEDDLE_REQUIRE_INTACT((unsigned)heddle_overwritten((const int *)&barrier->claimed) <= DESTROYED, "barrier");
}

static void requireNotDestroyed(const struct heddle_barrier *barrier) {
  HEDDLE_REQUIRE_NOT_DESTROYED("pthread_barrier_destroy", (const int *)&barrier->claimed, DESTROYED, "barrier");
}

int pthread_barrier_wait(struct heddle_barrier *barrier) {
  const int self = __heddle_self();
  if (self >= 64)
    __heddle_exceeded("more than 63 threads use a barrier");
  const unsigned long long bit = 1ULL << self;

  requireIntact(barrier);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_BARRIER_WAIT, barrier);
  requireNotDestroyed(barrier);
  const unsigned arrived = __atomic_load_n(&barrier->arrived, __ATOMIC_RELAXED) + 1;
  const unsigned claimed = __atomic_load_n(&barrier->claimed, __ATOMIC_RELAXED);
  const unsigned count = countOf(barrier);
  if (arrived == count) {
    __atomic_store_n(&barrier->arrived, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&barrier->claimed, 0, __ATOMIC_RELAXED);
    __atomic_fetch_and(&barrier->waiting, 0, __ATOMIC_ACQ_REL);
    __heddle_atomic_end();
    return claimed ? 0 : SERIAL_THREAD;
  }
  int result = 0;
  if (!claimed && __heddle_happens("returns PTHREAD_BARRIER_SERIAL_THREAD")) {
    __atomic_store_n(&barrier->claimed, 1, __ATOMIC_RELAXED);
    result = SERIAL_THREAD;
  }
  __atomic_store_n(&barrier->arrived, arrived, __ATOMIC_RELAXED);
  __atomic_fetch_or(&barrier->waiting, bit, __ATOMIC_ACQ_REL);
  __heddle_atomic_end();

  __heddle_begin_when_clear(&barrier->waiting, bit);
  __heddle_sync(HEDDLE_BARRIER_LEAVE, barrier);
  __heddle_atomic_end();
  return result;
}

int pthread_barrier_destroy(struct heddle_barrier *barrier) {
  if (__heddle_is_static(barrier))
    requireIntact(barrier);
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_DESTROY, barrier);
  requireNotDestroyed(barrier);
  __heddle_check(__atomic_load_n(&barrier->arrived, __ATOMIC_RELAXED) == 0, HEDDLE_LOCK_DISCIPLINE,
                 "destruction of a barrier that threads wait at");
  HEDDLE_STORE_PLAIN(barrier->count, countOf(barrier));
  HEDDLE_STORE_PLAIN(barrier->claimed, DESTROYED);
  __heddle_atomic_end();
  return 0;
}

// A pthread_barrierattr_t is one int: sharing between processes, which has no effect on the model.
int pthread_barrierattr_init(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_barrierattr_destroy(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_barrierattr_setpshared(int *attributes, int shared) {
  if (shared != 0 && shared != 1)
    return EINVAL;
  *attributes = shared;
  return 0;
}

int pthread_barrierattr_getpshared(const int *attributes, int *shared) {
  *shared = *attributes;
  return 0;
}
