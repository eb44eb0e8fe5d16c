// Bit-fields that straddle, share and skip storage units, seen as bytes.
#include "checksum.h"

struct natural {
  unsigned a : 5;
  unsigned b : 30;
  unsigned char c : 3;
  long long d : 41;
  unsigned : 0;
  short e : 9;
  _Bool f : 1;
};
struct __attribute__((packed)) packed {
  unsigned a : 5;
  unsigned b : 30;
  unsigned char c : 3;
  long long d : 41;
  short e;
};
static struct natural n;
static struct packed p;

static void bytes(const void *object, unsigned size) {
  for (unsigned i = 0; i < size; i++)
    mix(((const unsigned char *)object)[i]);
}

#define EXERCISE(object)                         \
  do {                                           \
    mix(sizeof object);                          \
    for (int i = -3; i < 4; i++) {               \
      object.a = (unsigned)i;                    \
      object.b += 0x2aaaaaaaU;                   \
      object.c++;                                \
      object.d = object.d * 7 + i - object.b;    \
      object.e = (short)(object.e ^ i * 64);     \
      mix(object.a);                             \
      mix((unsigned long long)object.d);         \
      mix((unsigned)object.e);                   \
      mix((unsigned)(object.c = (unsigned char)(object.b >> 27))); \
      bytes(&object, sizeof object);             \
    }                                            \
  } while (0)

static void naturalLayout(void) {
  EXERCISE(n);
  n.f = 12;
  mix(n.f);
}
static void packedLayout(void) { EXERCISE(p); }

int main(void) {
  compare(0, naturalLayout);
  compare(1, packedLayout);
  return finish();
}
