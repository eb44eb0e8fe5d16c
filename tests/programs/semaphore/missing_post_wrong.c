// One path forgets to post: the next thread waits for ever.
#include <pthread.h>
#include <semaphore.h>
extern _Bool __VERIFIER_nondet_bool(void);
sem_t s;

void *worker(void *arg) {
  sem_wait(&s);
  if (__VERIFIER_nondet_bool())
    sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  sem_wait(&s);
  return 0;
}
