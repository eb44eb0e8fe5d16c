// A local mutex that was never initialised.
#include <assert.h>
#include <pthread.h>
int x;
int main(void) {
  pthread_mutex_t m;
  if (pthread_mutex_trylock(&m) == 0)
    x = 1;
  assert(x == 1);
  return 0;
}
