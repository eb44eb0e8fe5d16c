// A branch that is rarely taken writes an object that its thread has made for itself.
// Unsafe: if the second thread sees the window open, the object holds 1.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int window;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 0;
  p[1] = 0;
  int seen = window;
  if (seen)
    p[1] = 1;
  assert(p[0] == p[1]);
  free(p);
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
