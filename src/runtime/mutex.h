// The layout that Heddle gives to the memory of pthread_mutex_t and mtx_t, shared by mutex.c and
// condvar.c. Only `kind` has a fixed place: glibc's static initialisers write it.
#ifndef HEDDLE_MUTEX_H
#define HEDDLE_MUTEX_H

#include "heddle.h"

// The values of glibc's PTHREAD_MUTEX_* constants; HEDDLE_MUTEX_DESTROYED is Heddle's own.
enum heddle_mutex_kind {
  HEDDLE_MUTEX_DESTROYED = -1,
  HEDDLE_MUTEX_NORMAL = 0,
  HEDDLE_MUTEX_RECURSIVE = 1,
  HEDDLE_MUTEX_ERRORCHECK = 2,
  HEDDLE_MUTEX_ADAPTIVE = 3,
};

struct heddle_mutex {
  int owner;      // handle of the thread that holds it, 0 if free
  unsigned count; // how often the owner of a recursive mutex has locked it beyond the first time
  int timed;      // whether mtx_timedlock may lock it; not used by others
#if __SIZEOF_POINTER__ == 8
  int unused;
#endif
  int kind;
};

_Static_assert(__builtin_offsetof(struct heddle_mutex, kind) == (__SIZEOF_POINTER__ == 8 ? 16 : 12),
               "kind is where glibc's static initialisers put it");

static inline int heddle_mutex_kind(const struct heddle_mutex *mutex) {
  const int kind = __atomic_load_n(&mutex->kind, __ATOMIC_RELAXED);
  HEDDLE_REQUIRE_INITIALISED(mutex, (unsigned)kind - HEDDLE_MUTEX_DESTROYED <= HEDDLE_MUTEX_ADAPTIVE + 1U, "mutex");
  return kind;
}

#define HEDDLE_MUTEX_REQUIRE_NOT_DESTROYED(mutex)                                                                      \
  HEDDLE_REQUIRE_NOT_DESTROYED("pthread_mutex_destroy", &(mutex)->kind, HEDDLE_MUTEX_DESTROYED, "mutex")

static inline void heddle_mutex_require_intact(const struct heddle_mutex *mutex) {
  HEDDLE_REQUIRE_INTACT((unsigned)heddle_overwritten(&mutex->owner) <= HEDDLE_MOST_HANDLES &&
                            (unsigned)heddle_overwritten(&mutex->kind) - HEDDLE_MUTEX_DESTROYED <=
                                HEDDLE_MUTEX_ADAPTIVE + 1U,
                        "mutex");
}

static inline void heddle_mutex_initialise(struct heddle_mutex *mutex, int kind) {
  __heddle_atomic_begin();
  __heddle_sync(HEDDLE_INIT, mutex);
  HEDDLE_STORE_PLAIN(mutex->owner, 0);
  HEDDLE_STORE_PLAIN(mutex->count, 0);
  HEDDLE_STORE_PLAIN(mutex->kind, kind);
  __heddle_atomic_end();
}

// Waits until the mutex is free and takes it: the plain blocking lock, for every kind.
static inline void heddle_mutex_acquire(struct heddle_mutex *mutex, int self, unsigned count) {
  __heddle_begin_when_equal(&mutex->owner, 0);
  __heddle_sync(HEDDLE_LOCK, mutex);
  HEDDLE_MUTEX_REQUIRE_NOT_DESTROYED(mutex);
  __atomic_store_n(&mutex->owner, self, __ATOMIC_RELAXED);
  if (count != 0)
    __atomic_store_n(&mutex->count, count, __ATOMIC_RELAXED);
  __heddle_atomic_end();
}

#endif
