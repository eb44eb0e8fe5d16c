// Each thread works on an object of its own.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
