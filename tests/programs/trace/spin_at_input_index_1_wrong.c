// Where a thread looks that waits actively depends on an input.
// Unsafe: with 1 it goes on.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int a[2];

void *waiter(void *arg) {
  unsigned i = __VERIFIER_nondet_bool();
  while (a[i] == 0)
    ;
  reach_error();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  a[1] = 1;
  pthread_join(t, 0);
  return 0;
}
