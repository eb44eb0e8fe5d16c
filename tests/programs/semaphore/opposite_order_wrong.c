// Two semaphores taken in opposite orders.
#include <pthread.h>
#include <semaphore.h>
sem_t a, b;

void *worker(void *arg) {
  sem_wait(&b);
  sem_wait(&a);
  sem_post(&a);
  sem_post(&b);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&a, 0, 1);
  sem_init(&b, 0, 1);
  pthread_create(&t, 0, worker, 0);
  sem_wait(&a);
  sem_wait(&b);
  sem_post(&b);
  sem_post(&a);
  pthread_join(t, 0);
  return 0;
}
