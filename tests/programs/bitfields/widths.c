// Bit-fields keep as many bits as they have, with their sign, and leave their neighbours alone.
#include <assert.h>

struct flags {
  unsigned low : 3;
  signed middle : 4;
  unsigned high : 9;
  _Bool flag : 1;
  unsigned : 0;
  unsigned char next : 2;
};

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  struct flags f = {5, -3, 300, 1, 2};
  assert(f.low == 5 && f.middle == -3 && f.high == 300 && f.flag && f.next == 2);
  assert(sizeof f == 8);
  unsigned char x = __VERIFIER_nondet_uchar();
  f.low = x;
  assert(f.low == x % 8);
  assert(f.middle == -3 && f.high == 300 && f.flag && f.next == 2);
  f.middle = 7;
  f.high++;
  assert(f.middle == 7 && f.high == 301 && f.low == x % 8);
  f.flag = 0;
  assert(!f.flag && f.high == 301);
  return 0;
}
