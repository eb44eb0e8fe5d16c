// A waiter holds the mutex again when the wait returns: no other thread is inside.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
atomic_int inside;
int ready;

void *producer(void *arg) {
  pthread_mutex_lock(&m);
  if (++inside != 1)
    reach_error();
  ready = 1;
  pthread_cond_signal(&c);
  --inside;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  if (++inside != 1)
    reach_error();
  --inside;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
