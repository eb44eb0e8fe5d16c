// The holders have room in the smaller pthread_rwlock_t of ILP32, too.
#include <pthread.h>
pthread_rwlock_t locks[2];
int value;

void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&locks[1]);
  pthread_rwlock_unlock(&locks[1]);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_init(&locks[0], 0);
  pthread_rwlock_init(&locks[1], 0);
  pthread_create(&t, 0, worker, 0);
  pthread_rwlock_wrlock(&locks[0]);
  worker(0);
  pthread_rwlock_unlock(&locks[0]);
  pthread_join(t, 0);
  return 0;
}
