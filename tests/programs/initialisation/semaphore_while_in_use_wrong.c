// Wrong: a semaphore is initialised while another thread may use it already.
#include <pthread.h>
#include <semaphore.h>
sem_t o;

void *worker(void *arg) {
  (void)arg;
  sem_post(&o);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  sem_init(&o, 0, 1);
  pthread_join(t, 0);
  return 0;
}
