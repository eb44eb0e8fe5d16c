// Which thread is joined depends on a branch that is rarely taken.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window, x;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *writer(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_mutex_lock(&m);
  int seen = window;
  pthread_mutex_unlock(&m);
  pthread_join(seen ? a : b, 0);
  assert(x == 1);
  return 0;
}
