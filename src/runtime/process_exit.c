// The end of the program: exit and return from main run the handlers of atexit, last registered first;
// _exit, quick_exit and abort do not. abort() ends the program and is not a violation in itself.
#include "signals.h"

enum { HANDLERS = 32 };

static unsigned registered;
static void (*handlers[HANDLERS])(void);
static int isExiting;

int atexit(void (*handler)(void)) {
  __heddle_keep(__heddle_run_atexit);
  __heddle_atomic_begin();
  const unsigned place = __atomic_load_n(&registered, __ATOMIC_RELAXED);
  if (place == HANDLERS)
    __heddle_exceeded("more than 32 handlers of atexit");
  __atomic_store_n(&handlers[place], handler, __ATOMIC_RELAXED);
  __atomic_store_n(&registered, place + 1, __ATOMIC_RELEASE);
  __heddle_atomic_end();
  return 0;
}

// C allows one call of exit, and the return from main is one.
void __heddle_run_atexit(void) {
  __heddle_atomic_begin();
  __heddle_require(__atomic_load_n(&isExiting, __ATOMIC_RELAXED) == 0, HEDDLE_DEFINED_BEHAVIOUR,
                   "a second call of exit, while handlers of atexit run");
  __atomic_store_n(&isExiting, 1, __ATOMIC_RELAXED);
  __heddle_atomic_end();
  for (;;) {
    void (*handler)(void) = 0;
    __heddle_atomic_begin();
    const unsigned count = __atomic_load_n(&registered, __ATOMIC_ACQUIRE);
    if (count != 0) {
      handler = __atomic_load_n(&handlers[count - 1], __ATOMIC_RELAXED);
      __atomic_store_n(&registered, count - 1, __ATOMIC_RELAXED);
    }
    __heddle_atomic_end();
    if (!handler)
      return;
    handler();
  }
}

_Noreturn void exit(int status) {
  (void)status;
  __heddle_exit_hook();
  __heddle_end_program(0);
}

_Noreturn void _exit(int status) {
  (void)status;
  __heddle_end_program(0);
}

_Noreturn void _Exit(int status) {
  (void)status;
  __heddle_end_program(0);
}

_Noreturn void quick_exit(int status) {
  (void)status;
  __heddle_end_program(0);
}

int at_quick_exit(void (*handler)(void)) {
  (void)handler;
  __heddle_unsupported("at_quick_exit");
}

_Noreturn void abort(void) {
  if (HEDDLE_USES_HANDLERS)
    __heddle_run_handler(HEDDLE_ABORT);
  __heddle_end_program(1);
}
