// A branch that is rarely taken never ends, and writes.
// Unsafe: main may see what it writes.
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
  if (seen)
    while (1)
      x = 1 - x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  assert(x == 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
