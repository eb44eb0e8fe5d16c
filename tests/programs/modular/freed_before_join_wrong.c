// The object is freed while a thread may use it.
#include <pthread.h>
#include <stdlib.h>

int *data;

void *worker(void *argument) {
  *data = 2;
  return 0;
}

int main(void) {
  pthread_t thread;
  data = malloc(sizeof *data);
  pthread_create(&thread, 0, worker, 0);
  free(data);
  pthread_join(thread, 0);
  return 0;
}
