// A use after free cuts the executions in which the assertion fails.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *shared;

static void *worker(void *argument) {
  free(shared);
  return argument;
}

int main(void) {
  shared = malloc(sizeof *shared);
  *shared = 1;
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  int value = *shared;
  assert(value == 2);
  return 0;
}
