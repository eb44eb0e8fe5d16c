// The thread may run after main has destroyed the read-write lock: undefined behaviour, whatever the property.
#include <pthread.h>
pthread_rwlock_t o;

void *worker(void *arg) {
  pthread_rwlock_rdlock(&o);
  pthread_rwlock_unlock(&o);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_init(&o, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_rwlock_destroy(&o);
  pthread_join(t, 0);
  return 0;
}
