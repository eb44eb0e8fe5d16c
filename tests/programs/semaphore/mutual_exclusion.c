// A semaphore that starts at one protects like a mutex.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);
sem_t s;
int x;

void *worker(void *arg) {
  sem_wait(&s);
  x++;
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  if (x != 2)
    reach_error();
  sem_destroy(&s);
  return 0;
}
