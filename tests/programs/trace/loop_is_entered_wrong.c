// A loop whose body is not executed at all while no other thread disturbs.
// Unsafe: the second thread may see the window open and enter the loop.
#include <assert.h>
#include <pthread.h>

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int n = 0;
  for (;;) {
    int seen = window;
    if (!seen || n == 2)
      break;
    x = 1;
    n++;
  }
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
