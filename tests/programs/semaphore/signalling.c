// What stands before a post happens before what stands after the wait that it lets through.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);
sem_t done;
int data;

void *worker(void *arg) {
  data = 42;
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, worker, 0);
  sem_wait(&done);
  if (data != 42)
    reach_error();
  pthread_join(t, 0);
  return 0;
}
