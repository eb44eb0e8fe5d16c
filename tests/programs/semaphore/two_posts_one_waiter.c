// A waiter that has passed twice knows of both posts.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);
sem_t done;
int data[2];

void *worker(void *arg) {
  *(int *)arg = 1;
  sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t a, b;
  sem_init(&done, 0, 0);
  pthread_create(&a, 0, worker, &data[0]);
  pthread_create(&b, 0, worker, &data[1]);
  sem_wait(&done);
  sem_wait(&done);
  if (data[0] + data[1] != 2)
    reach_error();
  return 0;
}
