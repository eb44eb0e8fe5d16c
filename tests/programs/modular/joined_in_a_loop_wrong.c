// The last thread is not joined.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int data;

void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return data;
}
