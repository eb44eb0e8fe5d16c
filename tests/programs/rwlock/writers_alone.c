// A writer is alone: neither a second writer nor a reader is inside with it.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
atomic_int inside;

void *writer(void *arg) {
  pthread_rwlock_wrlock(&lock);
  if (++inside != 1)
    reach_error();
  --inside;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  pthread_rwlock_rdlock(&lock);
  if (++inside != 1)
    reach_error();
  --inside;
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
