// Taking for granted that timedlock succeeds, and keeping the mutex when it does.
#include <pthread.h>
#include <time.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *worker(void *arg) {
  struct timespec soon = {1, 0};
  pthread_mutex_timedlock(&m, &soon);
  if (inside)
    reach_error();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  inside = 1;
  inside = 0;
  pthread_mutex_unlock(&m);
  return 0;
}
