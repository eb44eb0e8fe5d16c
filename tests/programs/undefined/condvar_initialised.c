// As above, initialised.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int x;
int main(void) {
  pthread_cond_t c;
  pthread_cond_init(&c, 0);
  if (pthread_cond_signal(&c) == 0)
    x = 1;
  assert(x == 1);
  return 0;
}
