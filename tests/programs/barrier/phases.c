// What a thread wrote before the barrier is seen by the other one after it.
#include <pthread.h>
extern void reach_error(void);
pthread_barrier_t barrier;
int a, b;

void *worker(void *arg) {
  a = 1;
  pthread_barrier_wait(&barrier);
  if (b != 1)
    reach_error();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, worker, 0);
  b = 1;
  pthread_barrier_wait(&barrier);
  if (a != 1)
    reach_error();
  pthread_join(t, 0);
  pthread_barrier_destroy(&barrier);
  return 0;
}
