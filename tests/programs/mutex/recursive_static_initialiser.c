// A recursive mutex from glibc's static initialiser stays held until the last unlock.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void *worker(void *arg) {
  (void)arg;
  assert(pthread_mutex_trylock(&m) == EBUSY);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  assert(pthread_mutex_trylock(&m) == 0);
  pthread_mutex_unlock(&m);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_trylock(&m) == 0);
  pthread_mutex_unlock(&m);
  return 0;
}
