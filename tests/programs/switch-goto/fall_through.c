// A case without break runs into the next one; default may stand anywhere; case ranges are a GNU extension.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int steps(int from) {
  int result = 0;
  switch (from) {
  case 0:
    result++;
  case 1:
    result++;
  default:
    result++;
    break;
  case 2:
    return 100;
  case 10 ... 19:
    result = 10;
  }
  return result;
}

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int expected = x == 0 ? 3 : x == 1 ? 2 : x == 2 ? 100 : x >= 10 && x < 20 ? 10 : 1;
  assert(steps(x) == expected);
  return 0;
}
