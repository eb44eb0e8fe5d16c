// Error number and nesting depth are thread-local; any number of threads use them.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);

static _Thread_local int last_error;
static _Thread_local unsigned depth;

static int checked_half(int value) {
  if (value % 2) {
    last_error = 1;
    return 0;
  }
  return value / 2;
}

static int nested(int value) {
  depth++;
  const int result = checked_half(checked_half(value));
  depth--;
  return result;
}

static void *worker(void *argument) {
  while (__VERIFIER_nondet_bool()) {
    last_error = 0;
    const int result = nested(__VERIFIER_nondet_int());
    if (last_error && result)
      return 0;
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, worker, 0);
  return nested(8) != 2;
}
