// Two threads that open windows for each other, each in a branch that only the other makes possible.
// Unsafe: first may see the window, second what first wrote, and first what second wrote.
#include <assert.h>
#include <pthread.h>

int window, x, y;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *first(void *arg) {
  int seen = window;
  if (seen) {
    x = 1;
    if (y == 1)
      x = 2;
  }
  return arg;
}

void *second(void *arg) {
  if (x == 1)
    y = 1;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, first, 0);
  pthread_create(&c, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(x != 2);
  return 0;
}
