// What stands after the post is not ordered before the waiter goes on.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);
sem_t done;
int data;

void *worker(void *arg) {
  sem_post(&done);
  data = 42;
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
