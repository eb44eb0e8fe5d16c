// A branch that is rarely taken writes a local variable of main, which its thread was given as its argument.
// Unsafe: if the second thread sees the window open, main's local variable is not 0.
#include <assert.h>
#include <pthread.h>

int window;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int *target = arg;
  int seen = window;
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
