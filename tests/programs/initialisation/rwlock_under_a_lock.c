// A lock orders the initialisation in one thread and the use in the other.
#include <pthread.h>
#include <stdbool.h>
pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
bool ready;
pthread_rwlock_t o;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&big);
  const bool usable = ready;
  pthread_mutex_unlock(&big);
  if (usable) {
    pthread_rwlock_rdlock(&o);
    pthread_rwlock_unlock(&o);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&big);
  pthread_rwlock_init(&o, 0);
  ready = true;
  pthread_mutex_unlock(&big);
  pthread_join(t, 0);
  return 0;
}
