// A branch inside a branch that is rarely taken, which needs one more switch.
// Unsafe: the second thread may see the window open, and then closed.
#include <assert.h>
#include <pthread.h>

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int first = window;
  if (first) {
    int second = window;
    if (!second)
      x = 1;
    else
      x = 2;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 1);
  return 0;
}
