// Wrong: the second unlock ends the read lock of another thread.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  if (pthread_rwlock_trywrlock(&lock) == 0)
    pthread_rwlock_unlock(&lock);
  else
    pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
