// A compare-and-swap that fails only if another thread comes between.
// Unsafe: then the number of failures is not 0.
#include <assert.h>
#include <pthread.h>

int x, failures;

void *opener(void *arg) {
  x = 1;
  x = 0;
  return arg;
}

void *looker(void *arg) {
  int old = x;
  if (!__sync_bool_compare_and_swap(&x, old, 5))
    failures++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(failures == 0);
  return 0;
}
