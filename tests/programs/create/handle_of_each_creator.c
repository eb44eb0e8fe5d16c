// Each creator has a variable of its own.
#include <pthread.h>

void *idle(void *arg) { return arg; }

void *creator(void *arg) {
  pthread_t own;
  pthread_create(&own, 0, idle, arg);
  pthread_join(own, 0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, creator, 0);
  creator(0);
  pthread_join(t, 0);
  return 0;
}
