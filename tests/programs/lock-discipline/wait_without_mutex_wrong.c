// A condition wait needs the mutex held.
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
  struct timespec soon = {1, 0};
  pthread_cond_timedwait(&c, &m, &soon);
  return 0;
}
