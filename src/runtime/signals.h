// What other models have to do with signals.
#ifndef HEDDLE_SIGNALS_H
#define HEDDLE_SIGNALS_H

#include "heddle.h"

// In the step that starts a thread: it has the mask of its creator.
void __heddle_pass_on_signal_mask(unsigned long thread);
#define HEDDLE_USES_SIGNAL_MASKS (__heddle_is_used("pthread_sigmask") || __heddle_is_used("sigprocmask"))

// A model sends the signal to its thread: runs the handler, if there is one. (abort() does so even if it is blocked.)
void __heddle_run_handler(int number);
enum { HEDDLE_ABORT = 6, HEDDLE_BROKEN_PIPE = 13 };
#define HEDDLE_USES_HANDLERS (__heddle_is_used("signal") || __heddle_is_used("sigaction"))

#endif
