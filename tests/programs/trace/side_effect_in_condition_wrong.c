// The right side of && is evaluated only if the window is seen open, and writes.
// Unsafe: then x is 1.
#include <assert.h>
#include <pthread.h>

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  int both = seen && x++;
  return both ? 0 : arg;
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
