// Wrong: after a designator the list goes on from there, so a later element overwrites an earlier one.
#include <assert.h>

static int numbers[4] = {[2] = 5, [1] = 6, 7};

int main(void) {
  assert(numbers[2] == 5);
  return 0;
}
