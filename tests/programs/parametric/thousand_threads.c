// A bounded but large number of threads: what holds for any number holds for a thousand.
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
  pthread_t threads[1000];
  for (int i = 0; i < 1000; i++)
    pthread_create(&threads[i], 0, worker, 0);
  return 0;
}
