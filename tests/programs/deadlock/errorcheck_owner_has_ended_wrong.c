// The mutex belongs to a thread that has ended, so the second thread waits for ever.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *lock(void *argument) {
  pthread_mutex_lock(&m);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, lock, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, lock, 0);
  pthread_join(thread, 0);
  return 0;
}
