// The flag is volatile, which orders nothing and is not atomic.
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

static volatile _Bool stop;
static unsigned long rounds;

static void one_round(void) { rounds++; }

static void *worker(void *argument) {
  while (!stop)
    one_round();
  return 0;
}

static void wait_for_user(void) {
  while (__VERIFIER_nondet_bool())
    ;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  wait_for_user();
  stop = 1;
  pthread_join(thread, 0);
  return rounds == 0;
}
