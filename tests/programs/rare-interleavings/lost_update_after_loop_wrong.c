// The total is updated atomically in every round but the last, which reads and writes it in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total;

static void *adder(void *arg) {
  for (int i = 0; i < 60; ++i)
    atomic_fetch_add(&total, 1);
  atomic_store(&total, atomic_load(&total) + 1);
  return arg;
}

static void *late(void *arg) {
  for (int i = 0; i < 20; ++i)
    atomic_fetch_add(&total, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, adder, 0);
  pthread_create(&b, 0, late, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&total) == 81);
  return 0;
}
