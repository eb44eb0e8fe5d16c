// A recursive mutex does not protect the owner from itself: the invariant is broken in the inner call.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m;
int a, b;

static void check(void) {
  pthread_mutex_lock(&m);
  if (a != b)
    reach_error();
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  pthread_mutex_lock(&m);
  a++;
  check();
  b++;
  pthread_mutex_unlock(&m);
  return 0;
}
