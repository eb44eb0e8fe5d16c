// trylock protects like lock where it succeeds.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg) {
  (void)arg;
  if (pthread_mutex_trylock(&m) == 0) {
    int old = x;
    x = old + 1;
    if (x != old + 1)
      reach_error();
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  if (x < 1 || x > 2)
    reach_error();
  return 0;
}
