// Safe: as many threads as the barrier waits for, for ever.
#include <pthread.h>

pthread_barrier_t barrier;

void *worker(void *arg) {
  while (1)
    pthread_barrier_wait(&barrier);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 3);
  for (int i = 0; i < 3; i++)
    pthread_create(&thread, 0, worker, 0);
  pthread_exit(0);
}
