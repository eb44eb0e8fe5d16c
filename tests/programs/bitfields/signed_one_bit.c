// A signed bit-field of one bit holds 0 and -1; a wide one crosses bytes.
#include <assert.h>

struct fields {
  signed one : 1;
  signed wide : 23;
  unsigned long long huge : 40;
};

int main(void) {
  struct fields f = {0, 0, 0};
  f.one = -1;
  assert(f.one == -1);
  f.wide = -4000000;
  f.huge = 0xabcdef0123ULL;
  assert(f.wide == -4000000 && f.huge == 0xabcdef0123ULL && f.one == -1);
  assert((f.wide = 1) == 1 && f.one < 0);
  return 0;
}
