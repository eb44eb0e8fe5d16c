// A branch that is rarely taken leaves out what another thread waits for.
// Unsafe: if the second thread sees the window open, main waits for ever.
#include <pthread.h>
#include <semaphore.h>

int window;
sem_t s;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    return arg;
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 0);
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  sem_wait(&s);
  return 0;
}
