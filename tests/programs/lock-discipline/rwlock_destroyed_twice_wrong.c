// A read-write lock is destroyed twice.
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_destroy(&l);
  pthread_rwlock_destroy(&l);
  return 0;
}
