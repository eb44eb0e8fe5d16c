// Read and write are each protected, but not together: no data race, and yet a lost update.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  int old = x;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x = old + 1;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  if (x != 2)
    reach_error();
  return 0;
}
