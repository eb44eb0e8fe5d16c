// Readers do not wait for each other, whatever the order.
#include <pthread.h>
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *first(void *arg) {
  pthread_rwlock_rdlock(&r);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_rwlock_unlock(&r);
  return arg;
}

void *second(void *arg) {
  pthread_mutex_lock(&m);
  pthread_rwlock_rdlock(&r);
  pthread_rwlock_unlock(&r);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
