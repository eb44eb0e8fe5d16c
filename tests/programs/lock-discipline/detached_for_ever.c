// At most two workers at a time, detached, for ever.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t slots;
static int n;
static void *worker(void *a) {
  __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
  assert(n <= 2);
  __atomic_fetch_sub(&n, 1, __ATOMIC_SEQ_CST);
  sem_post(&slots);
  return 0;
}
int main(void) {
  sem_init(&slots, 0, 2);
  for (;;) {
    pthread_t t;
    sem_wait(&slots);
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
  }
}
