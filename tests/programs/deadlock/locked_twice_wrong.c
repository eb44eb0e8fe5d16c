// The mutex is not recursive.
#include <pthread.h>
pthread_mutex_t m;
int x;

void add(void) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
}

void *worker(void *arg) {
  pthread_mutex_lock(&m);
  add();
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&m, &kind);
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
