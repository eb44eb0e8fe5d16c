// A branch that is rarely taken overwrites what would otherwise make the assertion fail, and a second branch takes that
// back.
// Unsafe: the window may be seen open by the first look and closed by the second, or the other way round.
#include <assert.h>
#include <pthread.h>

int window, x = 1, y = 1;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int first = window;
  if (first)
    x = 0;
  int second = window;
  if (second)
    y = 0;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 1 || y == 0);
  return 0;
}
