// A thread waits for a mutex that only a branch that is rarely taken gives back.
// Unsafe: if the second thread sees the window open, the assertion of the third fails.
#include <assert.h>
#include <pthread.h>

int window, x = 1;
pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *waiter(void *arg) {
  pthread_mutex_lock(&kept);
  assert(x == 0);
  pthread_mutex_unlock(&kept);
  return arg;
}

void *looker(void *arg) {
  pthread_t t;
  pthread_mutex_lock(&kept);
  pthread_create(&t, 0, waiter, 0);
  pthread_detach(t);
  int seen = window;
  if (seen)
    pthread_mutex_unlock(&kept);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_exit(0);
}
