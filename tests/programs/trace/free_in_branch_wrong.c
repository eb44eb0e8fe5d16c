// A branch that is rarely taken frees an object.
// Unsafe: if the second thread sees the window open, main reads what is gone.
#include <pthread.h>
#include <stdlib.h>

int window;
int *p;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen) {
    free(p);
    return arg;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  p = malloc(sizeof *p);
  *p = 0;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int value = *p;
  free(p);
  return value;
}
