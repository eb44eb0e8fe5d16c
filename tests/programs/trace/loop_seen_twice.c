// A branch that is rarely taken counts down in a loop, and main looks twice. A branch writes as often as it likes, not
// once.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window, count;

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
    for (int i = 3; i > 0; i--)
      count = i;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  int first = count;
  int second = count;
  assert(!(first == 2 && second == 1));
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
