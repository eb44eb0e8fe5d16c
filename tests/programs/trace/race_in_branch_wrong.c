// A branch that is rarely taken writes what main writes at the same time.
// Unsafe: if the second thread sees the window open, nothing orders the two writes.
#include <pthread.h>
#include <stdatomic.h>

atomic_int window;
int x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  x = 2;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
