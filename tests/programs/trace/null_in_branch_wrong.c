// A branch that is rarely taken uses a null pointer.
// Unsafe: if the second thread sees the window open, it does so.
#include <pthread.h>

int window;
int *p;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    *p = 1;
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
