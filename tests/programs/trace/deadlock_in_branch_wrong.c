// A branch that is rarely taken takes a second mutex, in another order than main does.
// Unsafe: if the second thread sees the window open, it and main may wait for each other.
#include <pthread.h>

int window;
pthread_mutex_t p = PTHREAD_MUTEX_INITIALIZER, q = PTHREAD_MUTEX_INITIALIZER;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&p);
  int seen = window;
  if (seen) {
    pthread_mutex_lock(&q);
    pthread_mutex_unlock(&q);
  }
  pthread_mutex_unlock(&p);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_mutex_lock(&q);
  pthread_mutex_lock(&p);
  pthread_mutex_unlock(&p);
  pthread_mutex_unlock(&q);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
