// A branch that is rarely taken leaves out what another thread waits for.
// Safe: the mutex keeps the window from being seen open.
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window;
sem_t s;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&m);
  int seen = window;
  pthread_mutex_unlock(&m);
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
