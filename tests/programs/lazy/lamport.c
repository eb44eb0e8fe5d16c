// Lamport's fast mutual exclusion for two threads, which go round for ever.
// Safe: the fast path is taken only if no thread wrote x since; otherwise a thread waits until the others, which may
// not have noticed, have lowered their flags, and y then names the only one that may enter.
#include <assert.h>
#include <pthread.h>

int flag1, flag2, x, y, inside;

void *first(void *arg) {
  while (1) {
    flag1 = 1;
    x = 1;
    int owner = y;
    if (owner != 0) {
      flag1 = 0;
      while (owner != 0)
        owner = y;
      continue;
    }
    y = 1;
    int last = x;
    if (last != 1) {
      flag1 = 0;
      int other = flag2;
      while (other)
        other = flag2;
      owner = y;
      if (owner != 1) {
        while (owner != 0)
          owner = y;
        continue;
      }
    }
    inside = 1;
    assert(inside == 1);
    y = 0;
    flag1 = 0;
  }
  return arg;
}

void *second(void *arg) {
  while (1) {
    flag2 = 1;
    x = 2;
    int owner = y;
    if (owner != 0) {
      flag2 = 0;
      while (owner != 0)
        owner = y;
      continue;
    }
    y = 2;
    int last = x;
    if (last != 2) {
      flag2 = 0;
      int other = flag1;
      while (other)
        other = flag1;
      owner = y;
      if (owner != 2) {
        while (owner != 0)
          owner = y;
        continue;
      }
    }
    inside = 2;
    assert(inside == 2);
    y = 0;
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
