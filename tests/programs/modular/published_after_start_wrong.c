// The heap object is filled after the first thread has started.
#include <pthread.h>
#include <stdlib.h>

int *config;

void *worker(void *argument) {
  int copy = config[0];
  (void)copy;
  return 0;
}

int main(void) {
  pthread_t first, second;
  config = calloc(1, sizeof *config);
  pthread_create(&first, 0, worker, 0);
  config[0] = 2;
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
