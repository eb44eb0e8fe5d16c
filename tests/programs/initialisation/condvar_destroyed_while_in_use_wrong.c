// Wrong: a condition variable is destroyed while another thread may still use it.
#include <pthread.h>
pthread_cond_t o;

void *worker(void *arg) {
  (void)arg;
  pthread_cond_signal(&o);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_cond_init(&o, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_cond_destroy(&o);
  pthread_join(t, 0);
  return 0;
}
