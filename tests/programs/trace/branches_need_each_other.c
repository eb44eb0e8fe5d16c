// Two threads that open windows for each other, each in a branch that only the other makes possible.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window, x, y;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *first(void *arg) {
  pthread_mutex_lock(&m);
  int seen = window;
  pthread_mutex_unlock(&m);
  if (seen) {
    x = 1;
    if (y == 1)
      x = 2;
  }
  return arg;
}

void *second(void *arg) {
  if (x == 1)
    y = 1;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, first, 0);
  pthread_create(&c, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(x != 2);
  return 0;
}
