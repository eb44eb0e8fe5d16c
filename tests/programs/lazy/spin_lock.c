// Two threads exclude each other by a spin lock made of compare-and-swap, for ever.
// Safe: the lock is taken in one step, and only when it is free.
#include <assert.h>
#include <pthread.h>

int taken, x;

static void enter(void) {
  while (!__sync_bool_compare_and_swap(&taken, 0, 1))
    ;
}

void *first(void *arg) {
  while (1) {
    enter();
    x = 1;
    assert(x == 1);
    taken = 0;
  }
  return arg;
}

void *second(void *arg) {
  while (1) {
    enter();
    x = 2;
    assert(x == 2);
    taken = 0;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
