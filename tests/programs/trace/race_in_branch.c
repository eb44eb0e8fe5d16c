// A branch that is rarely taken writes what main writes at the same time.
// Safe: the mutex keeps the window from being seen open.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int window;
int x;

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
    x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  x = 2;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
