// A branch that is rarely taken chooses where the statement after it writes.
// Unsafe: if the second thread sees the window open, it writes x.
#include <assert.h>
#include <pthread.h>

int window, x, y;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int *p = &y;
  int seen = window;
  if (seen)
    p = &x;
  *p = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 0);
  return 0;
}
