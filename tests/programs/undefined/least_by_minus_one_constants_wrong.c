// Clang folds the operation; its result is undefined all the same.
#include <assert.h>
#include <limits.h>
int main(void) {
  int a = INT_MIN / -1;
  assert(a == INT_MIN);
  return 0;
}
