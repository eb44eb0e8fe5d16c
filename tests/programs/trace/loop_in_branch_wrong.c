// A loop in a branch that is rarely taken.
// Unsafe: if the second thread sees the window open, the sum is 6.
#include <assert.h>
#include <pthread.h>

int window, sum;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    for (int i = 1; i <= 3; i++)
      sum += i;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum != 6);
  return 0;
}
