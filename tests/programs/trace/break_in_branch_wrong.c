// A branch that is rarely taken leaves the loop around it.
// Unsafe: if the second thread sees the window open in the first round, x stays 0.
#include <assert.h>
#include <pthread.h>

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  for (int i = 0; i < 2; i++) {
    int seen = window;
    if (seen)
      break;
    x++;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 0);
  return 0;
}
