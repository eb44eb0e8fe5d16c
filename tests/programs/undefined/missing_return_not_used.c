// C allows a function to end without a value if its caller does not use the value.
#include <assert.h>
int x;
int f(int a) {
  if (a > 0)
    return 1;
  x = 3;
}
int g(void) {}
int main(void) {
  f(0);
  (void)g();
  assert(x == 3);
  assert(f(1) == 1);
  return 0;
}
