// A branch that is rarely taken takes a mutex and keeps it.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window;
pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&m);
  int seen = window;
  pthread_mutex_unlock(&m);
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
