// A normal mutex is locked twice by the same thread.
#include <pthread.h>
pthread_mutex_t a;
int x;

void *worker(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&a);
  x++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&a);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&a, &kind);
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
