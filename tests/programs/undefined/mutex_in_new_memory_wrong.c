// A mutex in memory from malloc that was never initialised: whether its first lock waits is undefined.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t *m;
int x;
void *worker(void *unused) {
  pthread_mutex_lock(m);
  x = 1;
  pthread_mutex_unlock(m);
  return unused;
}
int main(void) {
  pthread_t thread;
  m = malloc(sizeof *m);
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(m);
  x = 2;
  pthread_mutex_unlock(m);
  pthread_join(thread, 0);
  assert(x != 0);
  free(m);
  return 0;
}
