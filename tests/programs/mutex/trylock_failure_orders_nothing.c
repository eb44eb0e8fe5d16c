// A failing trylock tells that x was written, but does not order the read after the write.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg) {
  (void)arg;
  x = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (pthread_mutex_trylock(&m) == 0)
    pthread_mutex_unlock(&m);
  else if (x != 1)
    reach_error();
  pthread_join(t, 0);
  return 0;
}
