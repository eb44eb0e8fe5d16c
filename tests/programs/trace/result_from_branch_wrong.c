// A branch that is rarely taken decides what a thread returns to the one that joins it.
// Unsafe: if the second thread sees the window open, main gets a pointer to x.
#include <assert.h>
#include <pthread.h>

int window, x, y;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  return seen ? &x : &y;
}

int main(void) {
  pthread_t a, b;
  void *result;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, &result);
  *(int *)result = 1;
  assert(x == 0);
  return 0;
}
