// A conditional expression has a temporary struct, too, and so has an assignment.
#include <assert.h>

struct pair {
  int numbers[2];
};
int __VERIFIER_nondet_int(void);

int main(void) {
  struct pair x = {{1}}, y = {{2}};
  int *kept = (__VERIFIER_nondet_int() ? x : y).numbers;
  int *copy = (x = y).numbers;
  assert(*kept > 0 && *copy == 2);
}
