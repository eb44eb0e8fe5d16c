// Data written before a flag is set under a mutex may be read by a thread that has seen the flag under it.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data, ready;

void *producer(void *arg) {
  data = 42;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  pthread_mutex_lock(&m);
  int seen = ready;
  pthread_mutex_unlock(&m);
  if (seen && data != 42)
    reach_error();
  pthread_join(t, 0);
  return 0;
}
