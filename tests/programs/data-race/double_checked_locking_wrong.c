// The first check reads without the lock.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int initialised, value;

static int get(void) {
  if (!initialised) {
    pthread_mutex_lock(&m);
    if (!initialised) {
      value = 3;
      initialised = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return value;
}

void *worker(void *arg) {
  if (get() != 3)
    reach_error();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
