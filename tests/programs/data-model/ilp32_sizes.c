// ILP32: long and pointers have 32 bits, and long long is aligned to 4 bytes in structs.
#include <assert.h>
#include <stddef.h>

struct record {
  char c;
  long l;
  void *p;
};
struct wide {
  char c;
  long long l;
};

int main(void) {
  assert(sizeof(int) == 4 && sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4);
  assert(sizeof(struct record) == 12 && offsetof(struct record, p) == 8);
  assert(sizeof(struct wide) == 12 && sizeof(long long) == 8 && sizeof(long double) == 12);
  unsigned long x = 0xffffffffUL;
  x++;
  assert(x == 0);
  return 0;
}
