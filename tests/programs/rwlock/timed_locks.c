// While a writer is inside, timed locks of others end with ETIMEDOUT.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *arg) {
  struct timespec soon = {1, 0};
  assert(pthread_rwlock_timedrdlock(&lock, &soon) == ETIMEDOUT);
  assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_wrlock(&lock);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  pthread_rwlock_unlock(&lock);
  return 0;
}
