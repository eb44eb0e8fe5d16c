// Which thread is joined depends on a branch that is rarely taken.
// Unsafe: if main sees the window open, it joins the wrong one.
#include <assert.h>
#include <pthread.h>

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
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
  int seen = window;
  pthread_join(seen ? a : b, 0);
  assert(x == 1);
  return 0;
}
