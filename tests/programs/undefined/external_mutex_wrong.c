// A mutex that another file defines: its state at the start is not known.
#include <assert.h>
#include <pthread.h>
extern pthread_mutex_t m;
int x;
int main(void) {
  if (pthread_mutex_trylock(&m) == 0)
    x = 1;
  assert(x == 1);
  return 0;
}
