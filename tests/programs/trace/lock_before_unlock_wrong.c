// A thread that waits for a mutex cannot come between lock and unlock, but could have come before the lock. Only then
// does the second thread read before the first one writes.
// Unsafe: it may.
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void *first(void *arg) {
  x = 1;
  pthread_mutex_lock(&guard);
  pthread_mutex_unlock(&guard);
  return arg;
}

void *second(void *arg) {
  pthread_mutex_lock(&guard);
  int seen = x;
  pthread_mutex_unlock(&guard);
  assert(seen == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
