// A thread waits at a barrier that was destroyed.
#include <pthread.h>
pthread_barrier_t b;
int main(void) {
  pthread_barrier_init(&b, 0, 1);
  pthread_barrier_wait(&b);
  pthread_barrier_destroy(&b);
  pthread_barrier_wait(&b);
  return 0;
}
