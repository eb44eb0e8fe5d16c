// Wrong: one thread changes the time that the other waits until.
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec until;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  ++until.tv_sec;
  pthread_join(t, 0);
  return 0;
}
