// Members are aligned, and packed and aligned attributes are obeyed.
#include <assert.h>
#include <stddef.h>

struct natural {
  char a;
  int b;
  char c;
  double d;
  short e;
};
struct __attribute__((packed)) packed {
  char a;
  int b;
  short c;
};
struct aligned {
  char a;
  char b __attribute__((aligned(16)));
};

int main(void) {
  assert(offsetof(struct natural, b) == 4 && offsetof(struct natural, c) == 8);
  assert(offsetof(struct natural, d) == 16 && offsetof(struct natural, e) == 24);
  assert(sizeof(struct natural) == 32);
  assert(offsetof(struct packed, b) == 1 && sizeof(struct packed) == 7);
  assert(offsetof(struct aligned, b) == 16 && sizeof(struct aligned) == 32);

  struct packed p = {1, 0x01020304, 5};
  const unsigned char *bytes = (const unsigned char *)&p;
  assert(bytes[1] == 4 && bytes[4] == 1 && bytes[5] == 5);
  return 0;
}
