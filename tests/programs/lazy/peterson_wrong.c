// Peterson's algorithm with the two writes of the entry exchanged: turn is given away before the flag goes up.
// Unsafe: both give turn away, the second last; it enters, as the flag of the first is still down; turn is then in
// favour of the first, which raises its flag and enters as well.
#include <assert.h>
#include <pthread.h>

int flag1, flag2, turn, x;

void *first(void *arg) {
  while (1) {
    turn = 2;
    flag1 = 1;
    int other, whose;
    do {
      other = flag2;
      whose = turn;
    } while (other && whose == 2);
    x = 1;
    assert(x == 1);
    flag1 = 0;
  }
  return arg;
}

void *second(void *arg) {
  while (1) {
    turn = 1;
    flag2 = 1;
    int other, whose;
    do {
      other = flag1;
      whose = turn;
    } while (other && whose == 1);
    x = 2;
    assert(x == 2);
    flag2 = 0;
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
