// A switch: threads one after the other take its default only.
// Unsafe: the state is 2 for a moment.
#include <assert.h>
#include <pthread.h>

int state, x;

void *opener(void *arg) {
  state = 1;
  state = 2;
  state = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = state;
  switch (seen) {
  case 1:
    x = 1;
    break;
  case 2:
    x = 2;
    break;
  default:
    break;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 2);
  return 0;
}
