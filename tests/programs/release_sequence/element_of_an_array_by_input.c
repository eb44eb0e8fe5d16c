// Which flag carries the message is an input.
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
atomic_int flags[2];
int data, seen;

void *writer(void *arg) {
  unsigned i = (unsigned)__VERIFIER_nondet_int() % 2;
  data = 1;
  atomic_store_explicit(&flags[i], 1, memory_order_release);
  atomic_store_explicit(&flags[i], 2, memory_order_relaxed);
  return arg;
}

void *reader(void *arg) {
  unsigned i = (unsigned)__VERIFIER_nondet_int() % 2;
  if (atomic_load_explicit(&flags[i], memory_order_acquire) == 2)
    seen = data;
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
