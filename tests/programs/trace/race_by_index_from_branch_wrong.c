// A branch that is rarely taken chooses which element the statement after it writes, while main writes another one.
// Unsafe: if the second thread sees the window open, both write the same element.
#include <pthread.h>
#include <stdatomic.h>

atomic_int window;
int v[2];

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int i = 0;
  int seen = window;
  if (seen)
    i = 1;
  v[i] = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  v[1] = 2;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
