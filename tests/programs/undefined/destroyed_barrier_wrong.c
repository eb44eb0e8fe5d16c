// The thread may run after main has destroyed the barrier: undefined behaviour, whatever the property.
#include <pthread.h>
pthread_barrier_t o;

void *worker(void *arg) {
  pthread_barrier_wait(&o);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&o, 0, 1);
  pthread_create(&t, 0, worker, 0);
  pthread_barrier_destroy(&o);
  pthread_join(t, 0);
  return 0;
}
