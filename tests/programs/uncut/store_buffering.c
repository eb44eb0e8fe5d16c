// Store buffering: with release and acquire both threads may read 0 on real machines, but no interleaving does that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *left(void *argument) {
  atomic_store_explicit(&x, 1, memory_order_release);
  a = atomic_load_explicit(&y, memory_order_acquire);
  return argument;
}

static void *right(void *argument) {
  atomic_store_explicit(&y, 1, memory_order_release);
  b = atomic_load_explicit(&x, memory_order_acquire);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, left, 0);
  pthread_create(&second, 0, right, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(a == 1 || b == 1);
  return 0;
}
