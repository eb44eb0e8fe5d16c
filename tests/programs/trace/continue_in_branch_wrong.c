// A branch that is rarely taken skips the rest of the round.
// Unsafe: if the second thread sees the window open in its last round, the last round writes nothing.
#include <assert.h>
#include <pthread.h>

int window, last;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  for (int i = 1; i <= 2; i++) {
    int seen = window;
    if (seen)
      continue;
    last = i;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(last == 2);
  return 0;
}
