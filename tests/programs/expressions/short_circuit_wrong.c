// Wrong: the bitwise operator evaluates both sides.
#include <assert.h>

static int calls;

static int called(int result) {
  calls++;
  return result;
}

int main(void) {
  int both = called(0) & called(1);
  assert(both == 0 && calls == 1);
  return 0;
}
