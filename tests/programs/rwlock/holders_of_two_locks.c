// Holders are known for each lock.
#include <pthread.h>
pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER;
pthread_rwlock_t b;

void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&a);
  pthread_rwlock_wrlock(&b);
  pthread_rwlock_unlock(&a);
  pthread_rwlock_unlock(&b);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_init(&b, 0);
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  pthread_rwlock_destroy(&a);
  pthread_rwlock_destroy(&b);
  return 0;
}
