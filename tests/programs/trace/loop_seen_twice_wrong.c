// A branch that is rarely taken counts down in a loop, and main looks twice. A branch writes as often as it likes, not
// once.
// Unsafe: main may see 2, and then 1.
#include <assert.h>
#include <pthread.h>

int window, count;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    for (int i = 3; i > 0; i--)
      count = i;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  int first = count;
  int second = count;
  assert(!(first == 2 && second == 1));
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
