// A wait unlocks a recursive mutex once: locked twice, it stays locked, and the other thread never gets it.
#define _GNU_SOURCE
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
