// Each wait happens after every post that contributed to the value that it reads.
#include <pthread.h>
#include <semaphore.h>
int __VERIFIER_nondet_int(void);
sem_t ready;
int items[2], sum;

void *producer(void *arg) {
  int *item = arg;
  *item = __VERIFIER_nondet_int() % 10;
  sem_post(&ready);
  return 0;
}

int main(void) {
  pthread_t first, second;
  sem_init(&ready, 0, 0);
  pthread_create(&first, 0, producer, &items[0]);
  pthread_create(&second, 0, producer, &items[1]);
  sem_wait(&ready);
  sem_wait(&ready);
  sum = items[0] + items[1];
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
