// A branch that is rarely taken takes a mutex and keeps it.
// Unsafe: if the second thread sees the window open, main does not get the mutex.
#include <assert.h>
#include <pthread.h>

int window;
pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    pthread_mutex_lock(&kept);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int busy = pthread_mutex_trylock(&kept);
  assert(!busy);
  return 0;
}
