// trylock of a spin lock says EBUSY when another thread holds it, and only then.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_spinlock_t lock;

void *worker(void *arg) {
  assert(pthread_spin_trylock(&lock) == EBUSY);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  assert(pthread_spin_trylock(&lock) == 0);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  pthread_spin_unlock(&lock);
  return 0;
}
