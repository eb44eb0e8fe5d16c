// A branch that is rarely taken ends the program, but writes before it does.
// Unsafe: before the program ends, main may see what the branch wrote.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen) {
    x = 1;
    exit(0);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  assert(x == 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
