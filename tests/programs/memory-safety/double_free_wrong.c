// Two threads free the same object.
#include <pthread.h>
#include <stdlib.h>
int *shared;

void *worker(void *arg) {
  free(shared);
  return arg;
}

int main(void) {
  pthread_t t;
  shared = malloc(sizeof *shared);
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
