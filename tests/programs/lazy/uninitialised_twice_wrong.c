// Two threads read memory from malloc that was never written, each its own place.
// Unsafe: what is there may differ.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *p, one, two;

void *first(void *arg) {
  one = *p;
  return arg;
}

void *second(void *arg) {
  two = p[1];
  return arg;
}

int main(void) {
  pthread_t a, b;
  p = malloc(2 * sizeof *p);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(one == two);
  free(p);
  return 0;
}
