// The handle of a detached thread is joined after it has ended and another one was started.
#include <pthread.h>
#include <semaphore.h>
static sem_t done;
static void *run(void *argument) {
  sem_post(&done);
  return argument;
}
int main(void) {
  pthread_t a, b;
  sem_init(&done, 0, 0);
  pthread_create(&a, 0, run, 0);
  pthread_detach(a);
  sem_wait(&done);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  return 0;
}
