// A branch that is rarely taken leaves the function before an object is freed.
// Unsafe: if the second thread sees the window open, no thread frees it.
#include <pthread.h>
#include <stdlib.h>

int window;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int *p = malloc(sizeof *p);
  *p = 0;
  int seen = window;
  if (seen)
    return arg;
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
