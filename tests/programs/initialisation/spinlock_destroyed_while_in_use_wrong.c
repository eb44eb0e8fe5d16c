// Wrong: a spin lock is destroyed while another thread may still use it.
#include <pthread.h>
pthread_spinlock_t o;

void *worker(void *arg) {
  (void)arg;
  pthread_spin_lock(&o);
  pthread_spin_unlock(&o);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&o, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_spin_destroy(&o);
  pthread_join(t, 0);
  return 0;
}
