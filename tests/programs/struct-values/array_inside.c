// An array in a struct is copied with it; assignment in a chain and in a conditional work on whole structs.
#include <assert.h>

struct block {
  unsigned char bytes[7];
};

_Bool __VERIFIER_nondet_bool(void);

static struct block fill(unsigned char with) {
  struct block b;
  for (int i = 0; i < 7; i++)
    b.bytes[i] = (unsigned char)(with + i);
  return b;
}

int main(void) {
  struct block a, b, c;
  a = b = fill(1);
  b.bytes[0] = 99;
  assert(a.bytes[0] == 1 && a.bytes[6] == 7);
  _Bool which = __VERIFIER_nondet_bool();
  c = which ? a : b;
  assert(c.bytes[0] == (which ? 1 : 99));
  assert(fill(3).bytes[2] == 5);
  return 0;
}
