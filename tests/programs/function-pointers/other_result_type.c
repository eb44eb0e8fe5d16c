// The call expects a result of a function that returns nothing: undefined behaviour.
#include <assert.h>
static int x;
static void f(void) { x = 1; }
static int (*p)(void) = (int (*)(void))f;
int main(void) {
  const int result = p();
  assert(x == 1 || result == 0);
  return 0;
}
