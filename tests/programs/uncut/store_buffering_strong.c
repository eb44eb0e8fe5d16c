// Store buffering with sequentially consistent atomics, and a lock, whose model uses weaker ones: no assumption.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *left(void *argument) {
  atomic_store(&x, 1);
  pthread_mutex_lock(&lock);
  a = atomic_load(&y);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *right(void *argument) {
  atomic_store(&y, 1);
  pthread_mutex_lock(&lock);
  b = atomic_load(&x);
  pthread_mutex_unlock(&lock);
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
