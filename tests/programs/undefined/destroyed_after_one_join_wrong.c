// Only one of the threads is joined before the mutex is destroyed.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;

void *worker(void *arg) {
  pthread_mutex_lock(&m);
  ++count;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&t[i], 0, worker, 0);
  pthread_join(t[0], 0);
  pthread_mutex_destroy(&m);
  pthread_join(t[1], 0);
  return 0;
}
