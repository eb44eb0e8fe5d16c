// A violation before the first use of a mutex that was not initialised is a violation.
#include <assert.h>
#include <pthread.h>
int x;
int main(void) {
  pthread_mutex_t m;
  assert(x == 1);
  pthread_mutex_lock(&m);
  return 0;
}
