// Wrong: the initialiser of a static local runs once, not at each call.
#include <assert.h>

static int next(void) {
  static int count = 0;
  return ++count;
}

int main(void) {
  assert(next() == 1);
  assert(next() == 1);
  return 0;
}
