// Services of the operating system that Heddle does not model, other processes and variables of the environment; and
// jumps out of functions, which the front end models.
#include "cleanup_scopes.h"
#include "formatting.h"

_Bool __VERIFIER_nondet_bool(void);

// A variable may have any value: only executions in which it is not set are supported.
char *getenv(const char *name) {
  heddle_read_string(name);
  if (__VERIFIER_nondet_bool())
    __heddle_unsupported("a variable of the environment that is set (getenv)");
  return 0;
}

int fork(void) { __heddle_unsupported("processes (fork)"); }
int vfork(void) { __heddle_unsupported("processes (vfork)"); }

int system(const char *command) {
  (void)command;
  __heddle_unsupported("processes (system)");
}

int setjmp(void *buffer) {
  heddle_save_scope(buffer);
  return __heddle_set_jump(buffer);
}

int _setjmp(void *buffer) {
  heddle_save_scope(buffer);
  return __heddle_set_jump(buffer);
}

int __sigsetjmp(void *buffer, int saveMask) {
  (void)saveMask;
  heddle_save_scope(buffer);
  return __heddle_set_jump(buffer);
}

static _Noreturn void jump(void *buffer, int value) {
  heddle_require_scope(buffer);
  __heddle_jump(buffer, value);
}

_Noreturn void longjmp(void *buffer, int value) { jump(buffer, value); }

_Noreturn void _longjmp(void *buffer, int value) { jump(buffer, value); }

_Noreturn void siglongjmp(void *buffer, int value) { jump(buffer, value); }
