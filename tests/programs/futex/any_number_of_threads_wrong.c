// Any number of threads take turns by a futex whose word they access with relaxed operations, which orders nothing.
#include "mutex.h"

#include <pthread.h>

static atomic_int taken;
static int data;

int __VERIFIER_nondet_int(void);

static void *thread(void *unused) {
  while (atomic_exchange_explicit(&taken, 1, memory_order_relaxed) != 0)
    futex_wait(&taken, 1);
  ++data;
  atomic_store_explicit(&taken, 0, memory_order_relaxed);
  futex_wake(&taken, 1);
  return unused;
}

int main(void) {
  while (__VERIFIER_nondet_int() != 0) {
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
  }
  return 0;
}
