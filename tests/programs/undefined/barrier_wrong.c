// A barrier that was never initialised.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int x;
int main(void) {
  pthread_barrier_t b;
  if (pthread_barrier_destroy(&b) == 0)
    x = 1;
  assert(x == 1);
  return 0;
}
