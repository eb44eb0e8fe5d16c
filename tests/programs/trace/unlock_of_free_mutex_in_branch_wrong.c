// A branch that is rarely taken gives back a mutex that no thread holds.
// Unsafe: if the second thread sees the window open, it does so.
#include <pthread.h>

int window;
pthread_mutex_t loose = PTHREAD_MUTEX_INITIALIZER;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    pthread_mutex_unlock(&loose);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
