// Thread-specific data: a table of destructors for all threads, a table of values in each thread.
//
// Keys are numbers that are never reused, so a new key has no value in any thread, as POSIX requires,
// without access to the data of other threads. They do not begin at zero, so that a variable to which no key was
// assigned is none. The destructors run at the end of a thread, in rounds,
// because a destructor may set values again; POSIX allows an implementation to stop after four rounds.
// Within a round, their order is any: POSIX does not specify it.
//
// pthread_cleanup_push is, in glibc's header, a setjmp and the registration of its buffer. The code after the second
// return of setjmp calls the handler and then __pthread_unwind_next. pthread_exit jumps to the innermost buffer.
#include "cleanup_scopes.h"
#include "errors.h"
#include "heddle.h"

enum { KEYS = 16, ROUNDS = 4, FIRST_KEY = 0x6b6579 };

static unsigned keysGiven;
static void (*destructors[KEYS])(void *);

static _Thread_local void *values[KEYS];

// glibc's __pthread_unwind_buf_t.
struct cleanup_scope {
#ifdef __LP64__
  long registers[8];
#else
  long registers[6];
#endif
  int savedMask;
  struct cleanup_scope *outer;
};
_Thread_local struct cleanup_scope *__heddle_innermost_scope;
static _Thread_local void *exitResult;

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  __heddle_keep(__heddle_thread_cleanup);
  __heddle_atomic_begin();
  const unsigned fresh = __atomic_load_n(&keysGiven, __ATOMIC_RELAXED);
  if (fresh == KEYS)
    __heddle_exceeded("more than 16 keys of thread-specific data");
  __atomic_store_n(&keysGiven, fresh + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&destructors[fresh], destructor, __ATOMIC_RELEASE);
  __heddle_atomic_end();
  *key = FIRST_KEY + fresh;
  return 0;
}

int pthread_key_delete(unsigned key) {
  const unsigned index = key - FIRST_KEY;
  if (index >= KEYS)
    return EINVAL;
  __atomic_store_n(&destructors[index], 0, __ATOMIC_RELEASE);
  return 0;
}

void *pthread_getspecific(unsigned key) {
  const unsigned index = key - FIRST_KEY;
  return index < KEYS ? values[index] : 0;
}

int pthread_setspecific(unsigned key, const void *value) {
  const unsigned index = key - FIRST_KEY;
  if (index >= KEYS)
    return EINVAL;
  values[index] = (void *)value;
  return 0;
}

// Any key that has a value and a destructor, except those in the set `called`; KEYS if there is none.
static unsigned keyToDestroy(unsigned keys, unsigned called, void (**destructor)(void *)) {
  unsigned found = KEYS;
  for (unsigned key = 0; key < keys; ++key) {
    if ((called >> key & 1) != 0 || !values[key])
      continue;
    void (*const candidate)(void *) = __atomic_load_n(&destructors[key], __ATOMIC_ACQUIRE);
    if (!candidate || (found != KEYS && __heddle_choose(2)))
      continue;
    found = key;
    *destructor = candidate;
  }
  return found;
}

void __heddle_thread_cleanup(void) {
  __heddle_require(__heddle_innermost_scope == 0, HEDDLE_DEFINED_BEHAVIOUR,
                   "a return between pthread_cleanup_push and pthread_cleanup_pop");
  _Bool again = 1;
  for (int round = 0; again && round < ROUNDS; ++round) {
    again = 0;
    const unsigned keys = __atomic_load_n(&keysGiven, __ATOMIC_RELAXED);
    unsigned called = 0;
    for (unsigned turn = 0; turn < keys; ++turn) {
      void (*destructor)(void *) = 0;
      const unsigned key = keyToDestroy(keys, called, &destructor);
      if (key == KEYS)
        break;
      called |= 1U << key;
      void *const value = values[key];
      values[key] = 0;
      destructor(value);
      again = 1;
    }
  }
}

// A hook that runs when pthread_exit ends a thread.
void __heddle_run_cleanup_handlers(void *result) {
  struct cleanup_scope *const scope = __heddle_innermost_scope;
  if (!scope)
    return;
  __heddle_innermost_scope = scope->outer;
  exitResult = result;
  __heddle_jump(scope, 1);
}

void __pthread_register_cancel(void *buffer) {
  __heddle_keep(__heddle_thread_cleanup);
  __heddle_keep((void (*)(void))__heddle_run_cleanup_handlers);
  struct cleanup_scope *const scope = buffer;
  scope->outer = __heddle_innermost_scope;
  __heddle_innermost_scope = scope;
}

void __pthread_unregister_cancel(void *buffer) {
  struct cleanup_scope *const scope = buffer;
  __heddle_innermost_scope = scope->outer;
}

_Noreturn void __pthread_unwind_next(void *buffer) {
  (void)buffer;
  __heddle_end_thread(exitResult);
}
