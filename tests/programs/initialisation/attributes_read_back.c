// What has been set can be read back; the kind of a mutex does not depend on the other attributes.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

int main(void) {
  int value = 0;
  clockid_t clock = 0;
  pthread_mutexattr_t m;
  pthread_mutexattr_init(&m);
  pthread_mutexattr_settype(&m, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setprotocol(&m, PTHREAD_PRIO_INHERIT);
  pthread_mutexattr_gettype(&m, &value);
  assert(value == PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_getpshared(&m, &value);
  assert(value == PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_getprotocol(&m, &value);
  assert(value == PTHREAD_PRIO_INHERIT);
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, &m);
  assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == 0);

  pthread_condattr_t c;
  pthread_condattr_init(&c);
  pthread_condattr_setclock(&c, CLOCK_MONOTONIC);
  pthread_condattr_getclock(&c, &clock);
  assert(clock == CLOCK_MONOTONIC);
  pthread_condattr_getpshared(&c, &value);
  assert(value == PTHREAD_PROCESS_PRIVATE);

  pthread_rwlockattr_t r;
  pthread_rwlockattr_init(&r);
  pthread_rwlockattr_setpshared(&r, PTHREAD_PROCESS_SHARED);
  pthread_rwlockattr_getpshared(&r, &value);
  assert(value == PTHREAD_PROCESS_SHARED);

  pthread_barrierattr_t b;
  pthread_barrierattr_init(&b);
  pthread_barrierattr_getpshared(&b, &value);
  assert(value == PTHREAD_PROCESS_PRIVATE);
  return 0;
}
