// A timed wait gets the semaphore or ends with ETIMEDOUT.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
sem_t done;
int data;

void *worker(void *arg) {
  data = 1;
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec soon = {1, 0};
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, worker, 0);
  if (sem_timedwait(&done, &soon) == 0)
    assert(data == 1);
  else
    assert(errno == ETIMEDOUT);
  pthread_join(t, 0);
  return 0;
}
