// Two threads allocate, use and free a buffer each; the last one of each is kept for others under a mutex.
#include <pthread.h>
#include <stdlib.h>

int *last;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *argument) {
  int *buffer = malloc(4 * sizeof *buffer);
  if (!buffer)
    return 0;
  for (int i = 0; i < 4; i++)
    buffer[i] = i;
  if (buffer[0] == buffer[3]) {
    free(buffer);
    return 0;
  }
  buffer[2]++;
  pthread_mutex_lock(&mutex);
  if (last)
    last[1] = 0;
  last = buffer;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
