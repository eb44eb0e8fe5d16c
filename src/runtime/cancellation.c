// Cancellation of threads, at cancellation points. A request is a flag of the thread, by its handle. The thread acts on
// it like pthread_exit, with its handlers; a thread that waits may wait for the flag instead of what it waits for.
#include "cancellation.h"
#include "errors.h"
#include "lifetimes.h"

enum { ENABLED, DISABLED };
enum { DEFERRED, ASYNCHRONOUS };

int __heddle_requested[HEDDLE_CANCELLABLE];
_Thread_local int __heddle_once_routines;
static _Thread_local int state;
static _Thread_local int type;

int pthread_cancel(unsigned long thread) {
  if (thread >= HEDDLE_CANCELLABLE)
    __heddle_exceeded("cancellation of one of more than 63 threads (pthread_cancel)");
  heddle_require_alive(thread);
  __atomic_store_n(&__heddle_requested[thread], 1, __ATOMIC_RELEASE);
  return 0;
}

int pthread_setcancelstate(int given, int *old) {
  if (given != ENABLED && given != DISABLED)
    return EINVAL;
  if (old)
    *old = state;
  state = given;
  return 0;
}

int pthread_setcanceltype(int given, int *old) {
  if (given != DEFERRED && given != ASYNCHRONOUS)
    return EINVAL;
  if (given == ASYNCHRONOUS && HEDDLE_USES_CANCELLATION)
    __heddle_unsupported("cancellation at any time (PTHREAD_CANCEL_ASYNCHRONOUS)");
  if (old)
    *old = type;
  type = given;
  return 0;
}

void pthread_testcancel(void) { heddle_cancellation_point(); }

_Noreturn void __heddle_end_cancelled(void) {
  heddle_require_no_once_routine();
  state = DISABLED;
  __heddle_end_thread((void *)-1);
}

void __heddle_act_on_cancellation(void) {
  const unsigned long self = (unsigned long)__heddle_self();
  if (self >= HEDDLE_CANCELLABLE || state == DISABLED)
    return;
  if (__atomic_load_n(&__heddle_requested[self], __ATOMIC_ACQUIRE) != 0)
    __heddle_end_cancelled();
}

_Bool __heddle_choose_cancellation(void) {
  __heddle_act_on_cancellation();
  if (__heddle_self() >= HEDDLE_CANCELLABLE || state == DISABLED)
    return 0;
  if (__heddle_checks(HEDDLE_NO_DEADLOCK))
    __heddle_unsupported("cancellation of a thread that waits, if no-deadlock is checked");
  return __heddle_happens("will be cancelled");
}
