// A branch that is rarely taken chooses which element the statement after it reads and writes.
// Unsafe: if the second thread sees the window open, it writes v[2].
#include <assert.h>
#include <pthread.h>

int window, v[4] = {0, 1, 5, 3};

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  int i = seen ? 2 : 1;
  v[i] = v[i] + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(v[2] != 6);
  return 0;
}
