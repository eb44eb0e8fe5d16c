// A barrier that is zero was not initialised either: it has no count.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int x;
int main(void) {
  static pthread_barrier_t b;
  if (pthread_barrier_wait(&b) + 1 == 0)
    x = 1;
  assert(x == 1);
  return 0;
}
