// A struct in floating-point registers.
#include <assert.h>
struct point {
  double x, y;
};
int chosen;
struct point f(int i) {
  struct point result = {1, 2};
  switch (i) {
  case 1:
    return result;
  default:
    break;
  }
}
int main(void) {
  struct point p = f(chosen);
  assert(p.x == 1);
  return 0;
}
