// Wrong: a mutex is initialised while another thread may use it already.
#include <pthread.h>
pthread_mutex_t o;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&o);
  pthread_mutex_unlock(&o);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_init(&o, 0);
  pthread_join(t, 0);
  return 0;
}
