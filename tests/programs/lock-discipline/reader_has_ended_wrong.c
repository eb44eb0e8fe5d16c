// The thread that holds the lock has ended; the next one is not its owner, although it gets the same handle.
#include <pthread.h>

static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;

static void *lock(void *argument) {
  pthread_rwlock_rdlock(&m);
  return argument;
}

static void *unlock(void *argument) {
  pthread_rwlock_unlock(&m);
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
