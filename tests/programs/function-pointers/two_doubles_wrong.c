// A struct of two floating-point numbers is passed as two numbers.
#include <assert.h>
struct point {
  double x, y;
};
int f(struct point p) { return p.x < p.y; }
int main(void) {
  assert(((int (*)(double, double))f)(1, 2));
  return 0;
}
