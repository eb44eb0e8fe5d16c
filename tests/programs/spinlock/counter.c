// A spin lock protects a counter.
#include <assert.h>
#include <pthread.h>
pthread_spinlock_t lock;
int x;

void *worker(void *arg) {
  pthread_spin_lock(&lock);
  x++;
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  assert(x == 2);
  pthread_spin_destroy(&lock);
  return 0;
}
