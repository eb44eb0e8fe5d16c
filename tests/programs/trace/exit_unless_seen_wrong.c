// The program ends unless the window is seen open, so that no execution with threads one after the other gets to the
// assertion.
// Unsafe: the second thread may see the window open.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (!seen)
    exit(0);
  x = 1;
  assert(x == 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
