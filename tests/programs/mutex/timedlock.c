// timedlock returns with the mutex or with ETIMEDOUT, and never waits for ever.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg) {
  struct timespec soon = {1, 0};
  int result = pthread_mutex_timedlock(&m, &soon);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) {
    x++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, worker, 0);
  x++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(x == 1 || x == 2);
  return 0;
}
