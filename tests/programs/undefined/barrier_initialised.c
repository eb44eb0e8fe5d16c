// A barrier for one thread, initialised.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int x;
int main(void) {
  pthread_barrier_t b;
  pthread_barrier_init(&b, 0, 1);
  if (pthread_barrier_wait(&b) + 1 == 0)
    x = 1;
  assert(x == 1);
  return 0;
}
