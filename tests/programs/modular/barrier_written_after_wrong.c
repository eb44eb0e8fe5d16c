// A write in the same phase as a read of the other thread.
#include <pthread.h>

pthread_barrier_t barrier;
int left, right;

void *first(void *argument) {
  left = 1;
  pthread_barrier_wait(&barrier);
  left = 2;
  return 0;
}

void *second(void *argument) {
  pthread_barrier_wait(&barrier);
  int seen = left;
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
