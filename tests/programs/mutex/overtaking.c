// A mutex is not fair: a thread that unlocks may lock again before a thread that waits gets it.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int turns;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  if (turns == 2)
    reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, worker, 0);
  turns++;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  turns++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
