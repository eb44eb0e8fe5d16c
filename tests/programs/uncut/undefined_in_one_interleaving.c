// Only if the threads run in one order is there a division by zero.
#include <assert.h>
#include <pthread.h>

_Atomic int divisor = 1;
_Atomic int quotient;

static void *worker(void *argument) {
  divisor = 0;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  quotient = 6 / divisor;
  pthread_join(thread, 0);
  assert(quotient == 6);
  return 0;
}
