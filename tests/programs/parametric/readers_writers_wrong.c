// A writer that takes the lock for reading.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int first, second;

void *reader(void *argument) {
  pthread_rwlock_rdlock(&lock);
  assert(first == second);
  pthread_rwlock_unlock(&lock);
  return 0;
}

void *worker(void *argument) {
  pthread_rwlock_rdlock(&lock);
  first = !first;
  second = first;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1) {
    pthread_create(&thread, 0, reader, 0);
    pthread_create(&thread, 0, worker, 0);
  }
}
