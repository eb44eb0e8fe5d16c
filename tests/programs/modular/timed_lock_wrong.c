// A timeout is ignored.
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *argument) {
  struct timespec until = {1, 0};
  int result = pthread_mutex_timedlock(&mutex, &until);
  counter++;
  if (result == 0)
    pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
