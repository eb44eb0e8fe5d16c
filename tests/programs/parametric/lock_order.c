// Every thread takes the two mutexes in the same order, so that no number of threads has a deadlock.
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
int transfers;

void *worker(void *argument) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  transfers = 1;
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
