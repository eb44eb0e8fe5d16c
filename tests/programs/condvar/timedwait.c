// A timed wait ends by a signal or by timeout, with the mutex held again, and never hangs.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, inside;

void *producer(void *arg) {
  pthread_mutex_lock(&m);
  inside = 1;
  ready = 1;
  inside = 0;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&c);
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec soon = {1, 0};
  int result = 0;
  pthread_create(&t, 0, producer, 0);
  pthread_mutex_lock(&m);
  while (!ready && result == 0)
    result = pthread_cond_timedwait(&c, &m, &soon);
  assert(inside == 0);
  assert(ready || result == ETIMEDOUT);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
