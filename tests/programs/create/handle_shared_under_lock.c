// A lock orders the two creators.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t shared;

void *idle(void *arg) { return arg; }

void *creator(void *arg) {
  pthread_mutex_lock(&m);
  pthread_create(&shared, 0, idle, arg);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, creator, 0);
  creator(0);
  pthread_join(t, 0);
  return 0;
}
