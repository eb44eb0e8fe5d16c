// LP64: long and pointers have 64 bits.
#include <assert.h>
#include <stddef.h>

struct record {
  char c;
  long l;
  void *p;
};

int main(void) {
  assert(sizeof(int) == 4 && sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(size_t) == 8);
  assert(sizeof(struct record) == 24 && offsetof(struct record, p) == 16);
  assert(sizeof(long double) == 16 && _Alignof(long long) == 8);
  unsigned long x = 0xffffffffUL;
  x++;
  assert(x == 0x100000000UL);
  return 0;
}
