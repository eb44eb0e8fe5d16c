// The right thread reads the half of the other one before the barrier.
#include <pthread.h>

static pthread_barrier_t barrier;
static int lower, upper;
static int difference, sum;

static void *left(void *argument) {
  lower = 3;
  pthread_barrier_wait(&barrier);
  difference = upper - 1;
  return 0;
}

static void *right(void *argument) {
  upper = 9;
  sum = lower + 1;
  pthread_barrier_wait(&barrier);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&first, 0, left, 0);
  pthread_create(&second, 0, right, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  pthread_barrier_destroy(&barrier);
  return sum + difference != 12;
}
