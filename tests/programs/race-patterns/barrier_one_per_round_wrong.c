// There is only one barrier in a round, so that the next sample is written while the last one is read.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_barrier_t written, read;
static int sample;

static void *producer(void *argument) {
  for (;;) {
    sample = 1;
    pthread_barrier_wait(&written);
  }
}

static void *consumer(void *argument) {
  unsigned sum = 0;
  for (;;) {
    pthread_barrier_wait(&written);
    sum += (unsigned)sample;
  }
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_init(&written, 0, 2);
  pthread_barrier_init(&read, 0, 2);
  pthread_create(&first, 0, producer, 0);
  pthread_create(&second, 0, consumer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
