// The value of a function that ends without a return statement is used: undefined behaviour.
#include <assert.h>
int f(void) {}
int main(void) {
  assert(f() == 0);
  return 0;
}
