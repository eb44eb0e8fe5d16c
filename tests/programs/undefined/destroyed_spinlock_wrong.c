// The thread may run after main has destroyed the spin lock: undefined behaviour, whatever the property.
#include <pthread.h>
pthread_spinlock_t o;

void *worker(void *arg) {
  pthread_spin_lock(&o);
  pthread_spin_unlock(&o);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&o, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_spin_destroy(&o);
  pthread_join(t, 0);
  return 0;
}
