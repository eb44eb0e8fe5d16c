// Statistics are relaxed atomics that any number of threads increase and a monitor reads.
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

static struct {
  atomic_ulong accepted;
  atomic_ulong refused;
} counters;

static void count(atomic_ulong *counter) { atomic_fetch_add_explicit(counter, 1, memory_order_relaxed); }

static void *serve(void *argument) {
  while (__VERIFIER_nondet_bool())
    count(__VERIFIER_nondet_bool() ? &counters.accepted : &counters.refused);
  return 0;
}

static unsigned long all_requests(void) {
  return atomic_load_explicit(&counters.accepted, memory_order_relaxed) +
         atomic_load_explicit(&counters.refused, memory_order_relaxed);
}

int main(void) {
  pthread_t thread;
  unsigned long shown = 0;
  while (__VERIFIER_nondet_bool()) {
    pthread_create(&thread, 0, serve, 0);
    shown = all_requests();
  }
  return shown > 1000;
}
