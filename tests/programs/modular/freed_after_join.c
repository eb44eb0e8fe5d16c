// The object that the threads use is freed after the joins.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *data;

void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  *data = 2;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t first, second;
  data = malloc(sizeof *data);
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  free(data);
  return 0;
}
