// Comparing signed with unsigned converts the signed side first.
#include <assert.h>

int main(void) {
  int minusOne = -1;
  unsigned one = 1;
  assert(minusOne > one);
  assert((long)minusOne < (long)one);
  short s = -1;
  unsigned short us = 1;
  assert(s < us);
  assert(-1L < 1U);
  return 0;
}
