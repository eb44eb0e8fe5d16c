// A thread works until main tells it to stop by an atomic flag; the counter is read after the join.
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

static atomic_bool stop;
static unsigned long rounds;

static void one_round(void) { rounds++; }

static void *worker(void *argument) {
  while (!atomic_load_explicit(&stop, memory_order_relaxed))
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
  atomic_store_explicit(&stop, 1, memory_order_relaxed);
  pthread_join(thread, 0);
  return rounds == 0;
}
