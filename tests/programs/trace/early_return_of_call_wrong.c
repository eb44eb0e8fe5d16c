// A branch that is rarely taken leaves a function early, but not the thread.
// Unsafe: if the second thread sees the window open, the function does not write y, but x is written.
#include <assert.h>
#include <pthread.h>

int window, x, y;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void step(void) {
  int seen = window;
  if (seen)
    return;
  y = 1;
}

void *looker(void *arg) {
  step();
  x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == y);
  return 0;
}
