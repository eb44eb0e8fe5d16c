// Wrong: a barrier is destroyed while another thread may still use it.
#include <pthread.h>
pthread_barrier_t o;

void *worker(void *arg) {
  (void)arg;
  pthread_barrier_wait(&o);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&o, 0, 1);
  pthread_create(&t, 0, worker, 0);
  pthread_barrier_destroy(&o);
  pthread_join(t, 0);
  return 0;
}
