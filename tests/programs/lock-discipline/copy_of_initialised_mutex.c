// A copy of a mutex that was only initialised works like a new one.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t a, b;
int main(void) {
  pthread_mutex_init(&a, 0);
  b = a;
  assert(pthread_mutex_lock(&b) == 0);
  pthread_mutex_unlock(&b);
  return 0;
}
