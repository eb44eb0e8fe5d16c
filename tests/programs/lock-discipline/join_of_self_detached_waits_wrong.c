// The thread detaches itself and then never ends.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *run(void *argument) {
  pthread_detach(pthread_self());
  sem_wait(&never);
  return argument;
}

int main(void) {
  sem_init(&never, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  return 0;
}
