// No thread waits any more when another mutex is used.
#include <pthread.h>
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *waiter(void *arg) {
  pthread_mutex_t *mutex = arg;
  pthread_mutex_lock(mutex);
  pthread_cond_wait(&c, mutex);
  pthread_mutex_unlock(mutex);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, &first);
  pthread_cond_signal(&c);
  pthread_join(t, 0);
  pthread_create(&t, 0, waiter, &second);
  pthread_cond_signal(&c);
  pthread_join(t, 0);
  return 0;
}
