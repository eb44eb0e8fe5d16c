// The thread's function depends on an input: one of the two choices reaches the error.
#include <pthread.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

void *good(void *arg) { return arg; }

void *bad(void *arg) {
  reach_error();
  return arg;
}

int main(void) {
  pthread_t t;
  void *(*function)(void *) = __VERIFIER_nondet_bool() ? good : bad;
  pthread_create(&t, 0, function, 0);
  pthread_join(t, 0);
  return 0;
}
