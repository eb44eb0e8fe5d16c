// A write through a pointer that another thread changes for a moment. No branch decides what is written.
// Unsafe: while the pointer points to x, x is written.
#include <assert.h>
#include <pthread.h>

int x, y;
int *p = &y;

void *opener(void *arg) {
  p = &x;
  p = &y;
  return arg;
}

void *looker(void *arg) {
  int *q = p;
  *q = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 0);
  return 0;
}
