// A recursive mutex may be locked again by its owner.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m;
int x;

static void add(void) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
}

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  int old = x;
  add();
  if (x != old + 1)
    reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
