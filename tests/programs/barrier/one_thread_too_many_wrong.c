// Three threads at a barrier for two: two of them, any two, go on; the third waits for ever.
#include <pthread.h>
pthread_barrier_t barrier;

void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_barrier_wait(&barrier);
  return 0;
}
