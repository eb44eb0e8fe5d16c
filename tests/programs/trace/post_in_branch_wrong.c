// Only a branch that is rarely taken lets a third thread go on, so that what the third does is in no execution in which
// threads run one after the other.
// Unsafe: if the second thread sees the window open, the assertion of the third fails.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int window, x = 1;
sem_t s;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    sem_post(&s);
  return arg;
}

void *waiter(void *arg) {
  sem_wait(&s);
  assert(x == 0);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  sem_init(&s, 0, 0);
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_create(&c, 0, waiter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_exit(0);
}
