// Only if both threads pass the test does the sum overflow.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int full;
int x = INT_MAX - 1;

void *worker(void *arg) {
  if (!full) {
    full = 1;
    x = x + 1;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
