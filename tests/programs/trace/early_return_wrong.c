// A branch that is rarely taken leaves the function, so what follows the branch is not done.
// Unsafe: if the second thread sees the window open, no thread writes done.
#include <assert.h>
#include <pthread.h>

int window, done;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    return arg;
  done = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(done == 1);
  return 0;
}
