// pthread_once and call_once: 0 not yet (glibc's static initialiser), then running, then done. Threads
// that arrive while the routine runs wait for its end, which happens before their return. The numbers are ones that a
// program does not assign by itself.
#include "cancellation.h"
#include "heddle.h"

enum { NOT_YET = 0, RUNNING = 0x6f6e6365, DONE };

static _Bool isState(int state) { return state == NOT_YET || state == RUNNING || state == DONE; }

int pthread_once(int *once, void (*routine)(void)) {
  HEDDLE_REQUIRE_INTACT(isState(heddle_overwritten(once)), "once control");
  const int state = __heddle_begin_when_not(once, RUNNING);
  __heddle_sync(HEDDLE_ONCE, once);
  HEDDLE_REQUIRE_INITIALISED(once, isState(state), "once control");
  if (state == NOT_YET)
    __atomic_store_n(once, RUNNING, __ATOMIC_RELAXED);
  __heddle_atomic_end();
  if (state == NOT_YET) {
    if (HEDDLE_COUNTS_ONCE_ROUTINES)
      ++__heddle_once_routines;
    routine();
    if (HEDDLE_COUNTS_ONCE_ROUTINES)
      --__heddle_once_routines;
    __atomic_store_n(once, DONE, __ATOMIC_RELEASE);
  }
  return 0;
}
