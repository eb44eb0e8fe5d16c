// The thread that holds the lock has ended; the next one is not its owner, although it gets the same handle.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *lock(void *argument) {
  pthread_mutex_lock(&m);
  return argument;
}

static void *unlock(void *argument) {
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, lock, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, unlock, 0);
  pthread_join(thread, 0);
  return 0;
}
