// A barrier for one thread lets every thread through at once.
#include <pthread.h>
extern void reach_error(void);
pthread_barrier_t barrier;
int a;

void *worker(void *arg) {
  a = 1;
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 1);
  pthread_create(&t, 0, worker, 0);
  pthread_barrier_wait(&barrier);
  if (a != 1)
    reach_error();
  pthread_join(t, 0);
  return 0;
}
