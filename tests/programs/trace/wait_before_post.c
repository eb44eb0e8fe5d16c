// As lock_before_unlock, with a semaphore.
// Safe: the second thread expects both.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int x;
sem_t s;

void *first(void *arg) {
  x = 1;
  sem_wait(&s);
  sem_post(&s);
  return arg;
}

void *second(void *arg) {
  sem_wait(&s);
  int seen = x;
  sem_post(&s);
  assert(seen == 0 || seen == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 1);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
