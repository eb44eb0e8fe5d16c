// A branch that is rarely taken overwrites what would otherwise make the assertion fail, and a second branch takes that
// back.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window, x = 1, y = 1;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&m);
  int first = window;
  pthread_mutex_unlock(&m);
  if (first)
    x = 0;
  pthread_mutex_lock(&m);
  int second = window;
  pthread_mutex_unlock(&m);
  if (second)
    y = 0;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 1 || y == 0);
  return 0;
}
