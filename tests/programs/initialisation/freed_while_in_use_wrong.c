// Wrong: the object is freed while another thread may lock the mutex in it.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  pthread_mutex_t *m = arg;
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  return 0;
}

int main(void) {
  pthread_mutex_t *m = malloc(sizeof *m);
  pthread_mutex_init(m, 0);
  pthread_t t;
  pthread_create(&t, 0, worker, m);
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  free(m);
  pthread_join(t, 0);
  return 0;
}
