// A branch that is rarely taken chooses a number, and the statement after it computes with it.
// Unsafe: if the second thread sees the window open, the sum is more than an int can hold.
#include <limits.h>
#include <pthread.h>

int window, sum = 1;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int summand = 1;
  int seen = window;
  if (seen)
    summand = INT_MAX;
  sum = sum + summand;
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
