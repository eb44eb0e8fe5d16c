// A recursive call in a branch that is rarely taken.
// Unsafe: each of the calls may see the window open.
#include <assert.h>
#include <pthread.h>

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void descend(int depth) {
  int seen = window;
  if (seen && depth > 0)
    descend(depth - 1);
  else
    x = depth;
}

void *looker(void *arg) {
  descend(2);
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
