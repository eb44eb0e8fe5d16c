// A detached thread runs like any other.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  ++x;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_detach(t);
  pthread_mutex_lock(&m);
  if (x > 1)
    reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}
