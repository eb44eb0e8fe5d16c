// Two threads exclude each other by a spin lock that is tested and then taken, for ever.
// Unsafe: both may find it free before either takes it.
#include <assert.h>
#include <pthread.h>

int taken, x;

static void enter(void) {
  while (taken)
    ;
  taken = 1;
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
