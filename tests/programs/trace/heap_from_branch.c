// A branch that is rarely taken makes an object and hands it over; the statement after the branch writes to what was
// handed over.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window, x;
int *p = &x;

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
    int *made = malloc(sizeof *made);
    *made = 7;
    p = made;
  }
  *p = *p + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(*p != 8);
  return 0;
}
