// A branch that is rarely taken gives back a mutex in the middle of a critical section.
// Unsafe: if the second thread sees the window open, main may come between its two writes.
#include <assert.h>
#include <pthread.h>

int window, x;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&guard);
  x = 1;
  int seen = window;
  if (seen) {
    pthread_mutex_unlock(&guard);
    pthread_mutex_lock(&guard);
  }
  x = 2;
  pthread_mutex_unlock(&guard);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_mutex_lock(&guard);
  int now = x;
  pthread_mutex_unlock(&guard);
  assert(now != 1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
