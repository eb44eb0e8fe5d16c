// Wrong: the expected values of the two programs are exchanged.
// An interpreter that jumps through a table of labels (GNU C).
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  static const void *const labels[] = {&&increase, &&negate, &&stop};
  const unsigned char program[] = {0, 0, 1, __VERIFIER_nondet_uchar() % 2, 2};
  int x = 5, at = 0;
  goto *labels[program[at]];
increase:
  x++;
  goto *labels[program[++at]];
negate:
  x = -x;
  goto *labels[program[++at]];
stop:
  assert(x == (program[3] ? -6 : 7));
  return 0;
}
