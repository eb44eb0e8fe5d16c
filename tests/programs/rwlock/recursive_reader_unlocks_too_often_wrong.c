// Wrong: two read locks and three unlocks, while another reader is inside.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  for (int i = 0; i < 3; ++i)
    pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
