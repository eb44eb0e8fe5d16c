// A thread waits for one that spins until an input lets it go: it can always still come.
#include <pthread.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
atomic_int turns;

void *worker(void *arg) {
  while (!__VERIFIER_nondet_bool())
    turns = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
