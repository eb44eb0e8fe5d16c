// Two threads wait actively for each other, in turn.
// Unsafe: the second one changes x while it is not its turn.
#include <assert.h>
#include <pthread.h>

int turn, x;

void *first(void *arg) {
  while (turn != 0)
    ;
  x = 1;
  assert(x == 1);
  turn = 1;
  while (turn != 0)
    ;
  assert(x == 2);
  return arg;
}

void *second(void *arg) {
  x = 2;
  while (turn != 1)
    ;
  x = 2;
  turn = 0;
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
