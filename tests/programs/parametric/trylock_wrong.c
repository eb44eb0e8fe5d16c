// Threads that do without the lock read the counter. To the engine parametric, a trylock may fail at any time, so that it
// cannot exclude executions in which the lock is free, and does not find this one.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *argument) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    counter = counter + 1;
    pthread_mutex_unlock(&mutex);
    return 0;
  }
  return (void *)(long)counter;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
