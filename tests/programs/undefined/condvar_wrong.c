// A condition variable that was never initialised.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int x;
int main(void) {
  pthread_cond_t c;
  if (pthread_cond_signal(&c) == 0)
    x = 1;
  assert(x == 1);
  return 0;
}
