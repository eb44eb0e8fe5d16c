// Only a branch that is rarely taken lets a third thread leave its wait for a condition.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window, ready, x = 1;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

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
  if (seen) {
    pthread_mutex_lock(&guard);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&guard);
  }
  return arg;
}

void *waiter(void *arg) {
  pthread_mutex_lock(&guard);
  while (!ready)
    pthread_cond_wait(&changed, &guard);
  assert(x == 0);
  pthread_mutex_unlock(&guard);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_create(&c, 0, waiter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_exit(0);
}
