// The type of a mutex attribute can be set and read back; a wrong type is refused.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_mutexattr_t attributes;
  int type = -1;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_gettype(&attributes, &type);
  assert(type == PTHREAD_MUTEX_DEFAULT);
  assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0);
  pthread_mutexattr_gettype(&attributes, &type);
  assert(type == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);
  pthread_mutexattr_destroy(&attributes);
  return 0;
}
