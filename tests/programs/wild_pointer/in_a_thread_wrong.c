// One of two threads uses a pointer that was never initialised.
#include <pthread.h>
#include <stdlib.h>
int shared;

void *worker(void *arg) {
  int *own = malloc(sizeof *own);
  int *pointer;
  *own = 1;
  *pointer = *own;
  free(own);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  shared = 1;
  pthread_join(thread, 0);
  return 0;
}
