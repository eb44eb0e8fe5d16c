// Two threads take turns for ever; each finds x as the other has left it.
// Safe: turn says what x is, except between the two writes of the thread whose turn it is.
#include <assert.h>
#include <pthread.h>

int turn, x;

void *first(void *arg) {
  while (1) {
    int whose = turn;
    if (whose == 0) {
      assert(x == 0);
      x = 1;
      turn = 1;
    }
  }
  return arg;
}

void *second(void *arg) {
  while (1) {
    int whose = turn;
    if (whose == 1) {
      assert(x == 1);
      x = 0;
      turn = 0;
    }
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
