// A table of differences of labels, and a goto to what is not a label.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  static const int offsets[] = {&&one - &&one, &&two - &&one};
  int n = __VERIFIER_nondet_int() != 0, x = 0;
  goto *(&&one + offsets[n]);
one:
  x += 1;
two:
  x += 2;
  assert(x == (n ? 2 : 3));
  return 0;
}
