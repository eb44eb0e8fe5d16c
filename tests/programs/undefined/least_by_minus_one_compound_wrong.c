// The same in compound assignments.
#include <assert.h>
#include <limits.h>
int a = INT_MIN, b = -1;
int main(void) {
  a /= b;
  assert(a == INT_MIN);
  return 0;
}
