// A recursive mutex that is locked twice protects its variable also during a wait. Locked once, it is released.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int x;
int ready;

void *writer(void *argument) {
  pthread_mutex_lock(&lock);
  x = 1;
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  const struct timespec moment = {0};
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  const int before = x;
  pthread_cond_timedwait(&changed, &lock, &moment);
  assert(x == before);
  pthread_mutex_unlock(&lock);
  while (!ready)
    pthread_cond_wait(&changed, &lock);
  assert(x == 1);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
