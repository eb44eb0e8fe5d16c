// How often a loop runs depends on what another thread writes: once in an execution in which threads run one after the
// other.
// Unsafe: while the limit is 3, x gets to 3.
#include <assert.h>
#include <pthread.h>

int limit = 1, x;

void *opener(void *arg) {
  limit = 3;
  limit = 1;
  return arg;
}

void *looker(void *arg) {
  int bound = limit;
  for (int i = 0; i < bound; i++)
    x++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 3);
  return 0;
}
