// The barrier orders the threads that wait there, and not main, which does not.
#include <pthread.h>

pthread_barrier_t barrier;
int data;

void *first(void *argument) {
  pthread_barrier_wait(&barrier);
  return argument;
}

void *second(void *argument) {
  pthread_barrier_wait(&barrier);
  data = 1;
  return argument;
}

int main(void) {
  pthread_t t, u;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  data = 3;
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
