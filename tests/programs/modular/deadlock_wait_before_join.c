// Safe: main waits for two posts, then for the end of the thread, where a large block merges both waits.
#include <pthread.h>
#include <semaphore.h>

int __VERIFIER_nondet_int(void);
sem_t done;

static void join(pthread_t thread) { pthread_join(thread, 0); }

void *worker(void *arg) {
  if (__VERIFIER_nondet_int() == 0)
    sem_post(&done);
  else
    sem_post(&done);
  sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  pthread_create(&thread, 0, worker, 0);
  for (int i = 0; i < 2; i++)
    sem_wait(&done);
  join(thread);
  return 0;
}
