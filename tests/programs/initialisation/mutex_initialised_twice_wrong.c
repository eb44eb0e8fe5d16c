// Wrong: both threads initialise the mutex.
#include <pthread.h>
pthread_mutex_t m;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_init(&m, 0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_init(&m, 0);
  pthread_join(t, 0);
  return 0;
}
