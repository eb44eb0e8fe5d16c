// A reader releases its read lock before it asks for the write lock.
#include <pthread.h>
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *worker(void *arg) {
  pthread_rwlock_rdlock(&r);
  int seen = x;
  pthread_rwlock_unlock(&r);
  pthread_rwlock_wrlock(&r);
  x = seen + 1;
  pthread_rwlock_unlock(&r);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
