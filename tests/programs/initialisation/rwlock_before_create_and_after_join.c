// A read-write lock is initialised before the thread is created, and destroyed and initialised again after the join.
#include <pthread.h>
pthread_rwlock_t o;

void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&o);
  pthread_rwlock_unlock(&o);
  return 0;
}

int main(void) {
  pthread_t t;
  for (int round = 0; round < 2; ++round) {
    pthread_rwlock_init(&o, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_rwlock_rdlock(&o);
    pthread_rwlock_unlock(&o);
    pthread_join(t, 0);
    pthread_rwlock_destroy(&o);
  }
  return 0;
}
