// A writer that knows that no other thread will come may destroy the lock: readers have released it to the writer.
#include <pthread.h>
#include <stdbool.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
bool seen;
int readers;

void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_wrlock(&lock);
  ++readers;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_rwlock_wrlock(&lock);
  const bool alone = readers == 1;
  pthread_rwlock_unlock(&lock);
  if (alone)
    pthread_rwlock_destroy(&lock);
  pthread_join(t, 0);
  return 0;
}
