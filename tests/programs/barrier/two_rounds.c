// The same barrier serves several rounds: no thread runs ahead into the next phase.
#include <pthread.h>
#include <stdint.h>
extern void reach_error(void);
pthread_barrier_t barrier;
int phase[2];

void *worker(void *arg) {
  intptr_t me = (intptr_t)arg;
  phase[me] = 1;
  pthread_barrier_wait(&barrier);
  if (phase[1 - me] != 1)
    reach_error();
  pthread_barrier_wait(&barrier);
  phase[me] = 2;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, worker, (void *)1);
  worker((void *)0);
  pthread_join(t, 0);
  return 0;
}
