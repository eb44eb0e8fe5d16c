// Unsafe: the workers wait for a round in which main does not take part.
#include <pthread.h>

pthread_barrier_t barrier;

void *worker(void *arg) {
  for (int i = 0; i < 4; i++)
    pthread_barrier_wait(&barrier);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, 0, 3);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 3; i++)
    pthread_barrier_wait(&barrier);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
