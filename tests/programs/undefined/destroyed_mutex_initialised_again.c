// The mutex is initialised again before the second thread, in each round of the loop.
#include <pthread.h>
pthread_mutex_t o;

void *worker(void *arg) {
  pthread_mutex_lock(&o);
  pthread_mutex_unlock(&o);
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_init(&o, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    pthread_mutex_destroy(&o);
  }
  return 0;
}
