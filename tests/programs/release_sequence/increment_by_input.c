// The number of increments in the sequence is an input.
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
atomic_int flag;
int data, seen;

void *writer(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

void *adder(void *arg) {
  if (__VERIFIER_nondet_int())
    atomic_fetch_add_explicit(&flag, 2, memory_order_relaxed);
  atomic_fetch_add_explicit(&flag, 2, memory_order_relaxed);
  return arg;
}

void *reader(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire) % 2 == 1)
    seen = data;
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, adder, 0);
  pthread_create(&threads[2], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  pthread_join(threads[2], 0);
  return 0;
}
