// A number that is written in a branch that is rarely taken decides a loop of main.
// Unsafe: then the loop runs twice.
#include <assert.h>
#include <pthread.h>

int window, rounds, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    rounds = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (int i = 0; i < rounds; i++)
    x += 3;
  assert(x != 6);
  return 0;
}
