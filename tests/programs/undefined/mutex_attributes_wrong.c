// Attributes that were never initialised decide whether the mutex is recursive.
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t m;
  pthread_mutex_init(&m, &attributes);
  assert(pthread_mutex_trylock(&m) == 0);
  assert(pthread_mutex_trylock(&m) == 0);
  return 0;
}
