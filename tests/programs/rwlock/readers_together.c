// Two readers may be inside at the same time.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
atomic_int inside;

void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  if (++inside == 2)
    reach_error();
  --inside;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  reader(0);
  pthread_join(t, 0);
  return 0;
}
