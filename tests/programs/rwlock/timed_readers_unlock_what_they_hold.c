// tryrdlock and timedrdlock count like rdlock, if they succeed.
#include <pthread.h>
#include <time.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  struct timespec soon = {0, 0};
  if (pthread_rwlock_timedrdlock(&lock, &soon) == 0)
    pthread_rwlock_unlock(&lock);
  if (pthread_rwlock_tryrdlock(&lock) == 0)
    pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
