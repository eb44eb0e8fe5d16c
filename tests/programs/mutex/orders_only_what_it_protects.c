// A mutex does not order what happens outside of it: passing through it first proves nothing.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

void *producer(void *arg) {
  data = 42;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  if (data != 42)
    reach_error();
  pthread_join(t, 0);
  return 0;
}
