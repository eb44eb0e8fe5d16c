// The same on one path only.
#include <assert.h>
int x;
int f(int a) {
  if (a > 0)
    return 1;
}
int main(void) {
  int r = f(x);
  assert(r == 0);
  return 0;
}
