// Dekker's algorithm: two threads that go round for ever, at most one of them in the critical section.
// Safe: a thread that is inside has its flag up and has seen the other flag down, and the flag goes up before it looks.
#include <assert.h>
#include <pthread.h>

int flag1, flag2, turn, x;

void *first(void *arg) {
  while (1) {
    flag1 = 1;
    int other = flag2;
    while (other) {
      int whose = turn;
      if (whose != 0) {
        flag1 = 0;
        while (whose != 0)
          whose = turn;
        flag1 = 1;
      }
      other = flag2;
    }
    x = 1;
    assert(x == 1);
    turn = 1;
    flag1 = 0;
  }
  return arg;
}

void *second(void *arg) {
  while (1) {
    flag2 = 1;
    int other = flag1;
    while (other) {
      int whose = turn;
      if (whose != 1) {
        flag2 = 0;
        while (whose != 1)
          whose = turn;
        flag2 = 1;
      }
      other = flag1;
    }
    x = 2;
    assert(x == 2);
    turn = 0;
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
