// Two threads, each of which takes a mutex that main has and never gives back.
// Safe: a thread that waits for ever does not get to its assertion.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *waiting(void *arg) {
  x = 1;
  pthread_mutex_lock(&m);
  assert(0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_lock(&m);
  pthread_create(&a, 0, waiting, 0);
  pthread_create(&b, 0, waiting, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 0);
  return 0;
}
