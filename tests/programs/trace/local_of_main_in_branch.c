// A branch that is rarely taken writes a local variable of main, which its thread was given as its argument.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  int *target = arg;
  pthread_mutex_lock(&m);
  int seen = window;
  pthread_mutex_unlock(&m);
  if (seen)
    *target = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  int local = 0;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, &local);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(local == 0);
  return 0;
}
