// The serial thread may destroy the barrier although the other has perhaps not returned from it yet.
#include <pthread.h>
pthread_barrier_t b;

static void meet(void) {
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD)
    pthread_barrier_destroy(&b);
}

void *worker(void *arg) {
  (void)arg;
  meet();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, worker, 0);
  meet();
  pthread_join(t, 0);
  return 0;
}
