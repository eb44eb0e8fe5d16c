// trylock of a mutex that no thread holds succeeds, always.
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
  pthread_join(t, 0);
  if (pthread_mutex_trylock(&m) != 0)
    reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}
