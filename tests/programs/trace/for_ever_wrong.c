// Two threads that never end.
// Unsafe: one may come between the two accesses of the other.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *arg) {
  while (1) {
    x = 1;
    assert(x == 1);
  }
  return arg;
}

void *second(void *arg) {
  while (1) {
    x = 2;
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
