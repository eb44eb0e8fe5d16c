// A copy of a mutex that is not in use works like a new one.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b;
int main(void) {
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  b = a;
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  assert(1);
  return 0;
}
