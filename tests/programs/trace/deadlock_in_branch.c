// A branch that is rarely taken takes a second mutex, in another order than main does.
// Safe: the mutex keeps the window from being seen open.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window;
pthread_mutex_t p = PTHREAD_MUTEX_INITIALIZER, q = PTHREAD_MUTEX_INITIALIZER;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&p);
  pthread_mutex_lock(&m);
  int seen = window;
  pthread_mutex_unlock(&m);
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
