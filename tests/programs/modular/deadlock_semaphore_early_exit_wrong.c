// Unsafe: the worker may end without a post.
#include <pthread.h>
#include <semaphore.h>

int __VERIFIER_nondet_int(void);
sem_t done;

void *worker(void *arg) {
  if (__VERIFIER_nondet_int() == 0)
    sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  pthread_create(&thread, 0, worker, 0);
  sem_wait(&done);
  pthread_join(thread, 0);
  return 0;
}
