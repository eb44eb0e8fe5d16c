// Two threads fill one half each of a table, meet at a barrier, and then each reads the half of the other one.
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
  pthread_barrier_wait(&barrier);
  sum = lower + 1;
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
