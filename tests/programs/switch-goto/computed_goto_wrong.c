// Wrong: the table of labels is in another order than its user believes.
#include <assert.h>

int main(void) {
  static const void *const labels[] = {&&two, &&one};
  int x = 0;
  goto *labels[0];
one:
  x += 1;
two:
  x += 2;
  assert(x == 3);
  return 0;
}
