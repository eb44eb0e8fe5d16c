// The read-write lock is initialised again before the second thread, in each round of the loop.
#include <pthread.h>
pthread_rwlock_t o;

void *worker(void *arg) {
  pthread_rwlock_rdlock(&o);
  pthread_rwlock_unlock(&o);
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 2; ++i) {
    pthread_rwlock_init(&o, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    pthread_rwlock_destroy(&o);
  }
  return 0;
}
