// Wrong: a half is rounded away from zero, not to even.
#include <assert.h>
#include <math.h>

volatile double half = 2.5;

int main(void) {
  assert(round(half) == 2);
  return 0;
}
