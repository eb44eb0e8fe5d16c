// Volatile locals and volatile pointers behave like others when no other thread accesses them.
#include <assert.h>

int main(void) {
  volatile int x = 1;
  volatile int *p = &x;
  x += 2;
  assert(*p == 3);
  int *volatile q = (int *)&x;
  (*q)++;
  volatile struct {
    short a;
    volatile char b;
  } s = {1, 2};
  s.a = (short)(s.b + x);
  assert(s.a == 6);
  return 0;
}
