// Szymanski's algorithm for two threads, which go round for ever. Flags: 0 outside, 1 wants in, 2 in the waiting
// room, 3 in its door, 4 door closed after it.
// Safe: the second enters only when the first is not past the door, and none passes the door while a flag is 3 or 4.
#include <assert.h>
#include <pthread.h>

int flag1, flag2, x;

void *first(void *arg) {
  while (1) {
    int other;
    flag1 = 1;
    do
      other = flag2;
    while (other >= 3);
    flag1 = 3;
    other = flag2;
    if (other == 1) {
      flag1 = 2;
      do
        other = flag2;
      while (other != 4);
    }
    flag1 = 4;
    x = 1;
    assert(x == 1);
    do
      other = flag2;
    while (other == 2 || other == 3);
    flag1 = 0;
  }
  return arg;
}

void *second(void *arg) {
  while (1) {
    int other;
    flag2 = 1;
    do
      other = flag1;
    while (other >= 3);
    flag2 = 3;
    other = flag1;
    if (other == 1) {
      flag2 = 2;
      do
        other = flag1;
      while (other != 4);
    }
    flag2 = 4;
    do
      other = flag1;
    while (other >= 2);
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
