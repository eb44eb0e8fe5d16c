// A branch that is rarely taken gives back a mutex in the middle of a critical section.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window, x;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&guard);
  x = 1;
  pthread_mutex_lock(&m);
  int seen = window;
  pthread_mutex_unlock(&m);
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
