// Only the branch in which trylock succeeds writes.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *argument) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
