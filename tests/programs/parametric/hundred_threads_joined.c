// A bounded but large number of threads, all of which are joined.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int busy;

void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  assert(busy == 0);
  busy = 1;
  busy = 0;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t threads[100];
  for (int i = 0; i < 100; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 100; i++)
    pthread_join(threads[i], 0);
  return 0;
}
