// Each thread locks a mutex of its own: nothing is protected.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int x;

void *worker(void *arg) {
  pthread_mutex_t *mine = arg;
  pthread_mutex_lock(mine);
  x++;
  pthread_mutex_unlock(mine);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, &m[0]);
  pthread_create(&b, 0, worker, &m[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2)
    reach_error();
  return 0;
}
