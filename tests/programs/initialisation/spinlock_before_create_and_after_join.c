// A spin lock is initialised before the thread is created, and destroyed and initialised again after the join.
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
  for (int round = 0; round < 2; ++round) {
    pthread_spin_init(&o, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_spin_lock(&o);
    pthread_spin_unlock(&o);
    pthread_join(t, 0);
    pthread_spin_destroy(&o);
  }
  return 0;
}
