// Wrong: one thread sets the attribute that the other initialises a mutex with.
#include <pthread.h>
pthread_mutexattr_t attributes;
pthread_mutex_t m;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_init(&m, &attributes);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_init(&attributes);
  pthread_create(&t, 0, worker, 0);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_join(t, 0);
  return 0;
}
