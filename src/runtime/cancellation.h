// Cancellation, from the side of the models whose functions are cancellation points. A program that never calls
// pthread_cancel pays nothing for them.
#ifndef HEDDLE_CANCELLATION_H
#define HEDDLE_CANCELLATION_H

#include "heddle.h"

enum { HEDDLE_CANCELLABLE = 64 };
// By handle: whether the thread shall end at its next cancellation point.
extern int __heddle_requested[HEDDLE_CANCELLABLE];

// How many routines of pthread_once the thread is in, if it may end there: another thread would have to run them again.
extern _Thread_local int __heddle_once_routines;
#define HEDDLE_COUNTS_ONCE_ROUTINES                                                                                    \
  (__heddle_is_used("pthread_once") &&                                                                                 \
   (__heddle_is_used("pthread_cancel") || __heddle_is_used("pthread_exit") || __heddle_is_used("thrd_exit")))

static inline void heddle_require_no_once_routine(void) {
  if (HEDDLE_COUNTS_ONCE_ROUTINES && __heddle_once_routines != 0)
    __heddle_exceeded("the end of a thread in the routine of pthread_once, which runs again then");
}

void __heddle_act_on_cancellation(void);
_Bool __heddle_choose_cancellation(void);
_Noreturn void __heddle_end_cancelled(void);

// A macro, as that below, so that a branch on it is one on a constant: what it excludes is not lowered.
#define HEDDLE_USES_CANCELLATION __heddle_is_used("pthread_cancel")

// A function that does not block.
static inline void heddle_cancellation_point(void) {
  if (HEDDLE_USES_CANCELLATION)
    __heddle_act_on_cancellation();
}

// A function of which POSIX leaves open whether it is a cancellation point.
static inline void heddle_possible_cancellation_point(void) {
  if (HEDDLE_USES_CANCELLATION && __heddle_happens("is a cancellation point"))
    __heddle_act_on_cancellation();
}

// Before a function waits: whether its wait will end by a cancellation. Such a wait ends in no other way. The choice is
// made this early so that a thread waits for one thing at a time.
#define HEDDLE_WAITS_FOR_CANCELLATION (HEDDLE_USES_CANCELLATION && __heddle_choose_cancellation())

// The end of such a wait, which begins an atomic block.
static inline void heddle_begin_when_cancelled(void) {
  (void)__heddle_begin_when_not(&__heddle_requested[__heddle_self()], 0);
}

// A wait after which there is nothing to undo.
static inline void heddle_wait_for_cancellation(void) {
  heddle_begin_when_cancelled();
  __heddle_atomic_end();
  __heddle_end_cancelled();
}

// A new thread has no request, whatever was requested of an earlier one with its handle.
static inline void heddle_begin_cancellable(unsigned long thread) {
  if (HEDDLE_USES_CANCELLATION && thread < HEDDLE_CANCELLABLE)
    __atomic_store_n(&__heddle_requested[thread], 0, __ATOMIC_RELAXED);
}

#endif
