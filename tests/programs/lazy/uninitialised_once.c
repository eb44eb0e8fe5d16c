// Two threads read the same memory from malloc that was never written.
// Safe: what is there is unknown, but it is the same for both.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *p, one, two;

void *first(void *arg) {
  one = *p;
  return arg;
}

void *second(void *arg) {
  two = *p;
  return arg;
}

int main(void) {
  pthread_t a, b;
  p = malloc(sizeof *p);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(one == two);
  free(p);
  return 0;
}
