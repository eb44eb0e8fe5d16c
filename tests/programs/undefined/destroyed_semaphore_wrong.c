// The thread may run after main has destroyed the semaphore: undefined behaviour, whatever the property.
#include <pthread.h>
#include <semaphore.h>
sem_t o;

void *worker(void *arg) {
  sem_wait(&o);
  sem_post(&o);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&o, 0, 1);
  pthread_create(&t, 0, worker, 0);
  sem_destroy(&o);
  pthread_join(t, 0);
  return 0;
}
