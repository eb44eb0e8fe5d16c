// Wrong: the recursion ends with the wrong answer in one of the two functions.
#include <assert.h>

static int isOdd(int n);
static int isEven(int n) { return n == 0 ? 1 : isOdd(n - 1); }
static int isOdd(int n) { return n == 0 ? 1 : isEven(n - 1); }

int main(void) {
  assert(!isEven(3));
  return 0;
}
