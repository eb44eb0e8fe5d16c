// A static local keeps its value between calls; every function has its own.
#include <assert.h>

static int first(void) {
  static int count;
  return ++count;
}

static int second(void) {
  static int count = 10;
  static int *where = &count;
  return ++*where;
}

int main(void) {
  assert(first() == 1 && first() == 2);
  assert(second() == 11);
  assert(first() == 3 && second() == 12);
  return 0;
}
