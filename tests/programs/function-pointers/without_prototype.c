// A call without a prototype, with arguments that fit.
#include <assert.h>
static int f(int a) { return a; }
static int (*p)() = (int (*)())f;
int main(void) {
  assert(p(2) == 2);
  return 0;
}
