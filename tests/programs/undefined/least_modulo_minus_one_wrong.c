// So is the remainder, although its mathematical value is 0.
#include <assert.h>
#include <limits.h>
int a = INT_MIN, b = -1;
int main(void) {
  assert(a % b == 0);
  return 0;
}
