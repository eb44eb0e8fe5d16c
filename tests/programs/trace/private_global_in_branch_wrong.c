// A branch that is rarely taken writes a global variable that no other thread uses, and the thread itself reads it
// right after the branch.
// Unsafe: if the second thread sees the window open, its variable is not 0.
#include <assert.h>
#include <pthread.h>

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    x = 1;
  assert(x == 0);
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
