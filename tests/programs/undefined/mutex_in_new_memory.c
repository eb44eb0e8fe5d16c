// As above, initialised.
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
  pthread_mutex_init(m, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(m);
  x = 2;
  pthread_mutex_unlock(m);
  pthread_join(thread, 0);
  assert(x != 0);
  pthread_mutex_destroy(m);
  free(m);
  return 0;
}
