// A goto from outside of two nested loops into the inner one.
// Safe: the first pass of the inner loop begins with the second column.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int visits;
atomic_int skip;

void *walker(void *arg) {
  int row = 0, column = 0;
  if (skip) {
    column = 1;
    goto inside;
  }
  for (row = 0; row < 2; row++) {
    for (column = 0; column < 2; column++) {
    inside:
      visits++;
    }
  }
  return 0;
}

void *skipper(void *arg) {
  skip = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, walker, 0);
  pthread_create(&b, 0, skipper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(visits == 4 || visits == 3);
  return 0;
}
