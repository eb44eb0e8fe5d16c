// The members of a union share their bytes.
#include <assert.h>

union word {
  unsigned whole;
  unsigned short halves[2];
  unsigned char bytes[4];
  struct {
    unsigned char low;
    unsigned char rest[3];
  };
};

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  union word w = {0x11223344};
  assert(sizeof w == 4);
  assert(w.halves[0] == 0x3344 && w.halves[1] == 0x1122 && w.low == 0x44);
  unsigned char x = __VERIFIER_nondet_uchar();
  w.bytes[2] = x;
  assert(w.whole == (0x11003344U | (unsigned)x << 16));
  w.whole = 0;
  assert(w.rest[1] == 0);
  return 0;
}
