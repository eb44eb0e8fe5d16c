// Only a mutex itself may be unlocked, not a copy of it.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b;
int main(void) {
  pthread_mutex_lock(&a);
  b = a;
  pthread_mutex_unlock(&b);
  assert(1);
  return 0;
}
