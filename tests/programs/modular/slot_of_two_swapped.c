// Each thread swaps its buffer with the one in a slot, and writes what it has got.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *slot;

void *worker(void *argument) {
  int *buffer = malloc(sizeof *buffer);
  if (!buffer)
    return 0;
  *buffer = 0;
  pthread_mutex_lock(&mutex);
  int *other = slot;
  slot = buffer;
  pthread_mutex_unlock(&mutex);
  if (other) {
    *other = 1;
    free(other);
  }
  return 0;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_create(&three, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  int *rest = slot;
  slot = 0;
  free(rest);
  return 0;
}
