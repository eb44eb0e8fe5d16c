// The first thread that passes the turnstile does not let the second one pass.
#include <pthread.h>
#include <semaphore.h>
sem_t turnstile;
int passed;

void *worker(void *arg) {
  sem_wait(&turnstile);
  passed = 1;
  return arg;
}

int main(void) {
  pthread_t t, u;
  sem_init(&turnstile, 0, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  sem_post(&turnstile);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
