// A heap object is made before the threads start; they only read it.
#include <pthread.h>
#include <stdlib.h>

int *config;

void *worker(void *argument) {
  int copy = config[0] + config[1];
  (void)copy;
  return 0;
}

int main(void) {
  pthread_t first, second;
  config = malloc(2 * sizeof *config);
  config[0] = 1;
  config[1] = 2;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
