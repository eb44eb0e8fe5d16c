// POSIX: a condition variable may be destroyed as soon as all its waiters have been woken.
#include <pthread.h>
#include <stdbool.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed;
bool done;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  if (!done)
    pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_cond_init(&changed, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  done = true;
  pthread_cond_broadcast(&changed);
  pthread_cond_destroy(&changed);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
