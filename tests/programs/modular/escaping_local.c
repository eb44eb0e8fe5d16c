// Both threads get a pointer to the same local variable of main, and use a mutex.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *argument) {
  int *shared = argument;
  pthread_mutex_lock(&mutex);
  (*shared)++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t first, second;
  int local = 0;
  pthread_create(&first, 0, worker, &local);
  pthread_create(&second, 0, worker, &local);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
