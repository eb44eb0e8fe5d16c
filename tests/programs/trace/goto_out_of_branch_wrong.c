// A branch that is rarely taken jumps over what follows it.
// Unsafe: if the second thread sees the window open, it writes y and not x.
#include <assert.h>
#include <pthread.h>

int window, x, y;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    goto end;
  x = 1;
end:
  y = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == y);
  return 0;
}
