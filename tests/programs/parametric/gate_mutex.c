// The two functions take the mutexes in opposite orders, but only one thread at a time is between the two.
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
int transfers;

void *worker(void *argument) {
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&gate);
  transfers = 1;
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return 0;
}

void *other(void *argument) {
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&gate);
  transfers = 2;
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1) {
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&thread, 0, other, 0);
  }
}
