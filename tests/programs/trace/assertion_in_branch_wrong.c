// An assertion in a branch that no execution takes in which threads run one after the other.
// Unsafe: the second thread may see the window open.
#include <assert.h>
#include <pthread.h>

int window, x = 1;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
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
