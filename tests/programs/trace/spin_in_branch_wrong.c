// A branch that is rarely taken waits actively for main, which goes on in the meantime.
// Unsafe: if the second thread sees the window open, it waits, and then writes x.
#include <assert.h>
#include <pthread.h>

int window, go, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen) {
    while (!go)
      ;
    x = 1;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  go = 1;
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 0);
  return 0;
}
