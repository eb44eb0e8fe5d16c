// Unlock of a spin lock that another thread may hold.
#include <pthread.h>
pthread_spinlock_t lock;

void *worker(void *arg) {
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, 0, worker, 0);
  pthread_spin_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
