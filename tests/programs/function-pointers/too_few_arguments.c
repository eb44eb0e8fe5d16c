// The function takes more arguments than the call passes: undefined behaviour.
#include <assert.h>
static int f(int a, int b) { return a; }
static int (*p)(int) = (int (*)(int))f;
int main(void) {
  assert(p(1) == 1);
  return 0;
}
