// Wrong: -1 becomes the largest unsigned number before it is compared.
#include <assert.h>

int main(void) {
  int minusOne = -1;
  unsigned one = 1;
  assert(minusOne < one);
  return 0;
}
