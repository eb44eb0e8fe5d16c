// trylock fails when another thread holds the mutex.
#include <errno.h>
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int result = pthread_mutex_trylock(&m);
  if (result == EBUSY)
    reach_error();
  else
    pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
