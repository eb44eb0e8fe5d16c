// A branch that is rarely taken computes more than an int can hold.
// Unsafe: if the second thread sees the window open, it does so.
#include <limits.h>
#include <pthread.h>

int window, most = INT_MAX;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    most = most + seen;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
