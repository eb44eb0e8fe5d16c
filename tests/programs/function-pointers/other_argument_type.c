// The argument has another type than the parameter: undefined behaviour.
#include <assert.h>
static long f(long a) { return 5; }
static int (*volatile p)(int) = (int (*)(int))f;
int main(void) {
  assert(p(1) == 5);
  return 0;
}
