// Wrong: two threads create threads and store the handles in one variable.
#include <pthread.h>
pthread_t shared;

void *idle(void *arg) { return arg; }

void *creator(void *arg) {
  pthread_create(&shared, 0, idle, arg);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, creator, 0);
  creator(0);
  pthread_join(t, 0);
  return 0;
}
