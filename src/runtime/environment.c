// Services of the operating system that Heddle does not model: other processes, signals, jumps out of
// functions, environment variables.
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

void (*signal(int number, void (*handler)(int)))(int) {
  (void)number, (void)handler;
  __heddle_unsupported("signals (signal)");
}

int sigaction(int number, const void *action, void *old) {
  (void)number, (void)action, (void)old;
  __heddle_unsupported("signals (sigaction)");
}

int raise(int number) {
  (void)number;
  __heddle_unsupported("signals (raise)");
}

int kill(int process, int number) {
  (void)process, (void)number;
  __heddle_unsupported("signals (kill)");
}

unsigned alarm(unsigned seconds) {
  (void)seconds;
  __heddle_unsupported("signals (alarm)");
}

// setjmp returns once, directly; a jump back to it is unsupported.
int setjmp(void *buffer) {
  (void)buffer;
  return 0;
}

int _setjmp(void *buffer) {
  (void)buffer;
  return 0;
}

int __sigsetjmp(void *buffer, int saveMask) {
  (void)buffer, (void)saveMask;
  return 0;
}

_Noreturn void longjmp(void *buffer, int value) {
  (void)buffer, (void)value;
  __heddle_unsupported("longjmp");
}

_Noreturn void _longjmp(void *buffer, int value) {
  (void)buffer, (void)value;
  __heddle_unsupported("longjmp");
}

_Noreturn void siglongjmp(void *buffer, int value) {
  (void)buffer, (void)value;
  __heddle_unsupported("longjmp");
}
