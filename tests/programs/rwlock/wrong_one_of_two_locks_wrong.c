// Wrong: the thread holds the other lock.
#include <pthread.h>
pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER;
pthread_rwlock_t b = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&b);
  pthread_rwlock_unlock(&b);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_rwlock_rdlock(&a);
  pthread_rwlock_unlock(&b);
  pthread_join(t, 0);
  return 0;
}
