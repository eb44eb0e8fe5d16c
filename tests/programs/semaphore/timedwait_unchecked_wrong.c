// A timed wait may end without the semaphore.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
extern void reach_error(void);
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
  sem_timedwait(&done, &soon);
  if (data != 1)
    reach_error();
  pthread_join(t, 0);
  return 0;
}
