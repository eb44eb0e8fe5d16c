// A union is passed by value and returned with all bytes of its largest member.
#include <assert.h>

union large {
  struct {
    char first;
    long second;
    char third;
  } fields;
  unsigned char bytes[24];
};

static union large passed(union large u) {
  u.bytes[23]++;
  return u;
}

int main(void) {
  union large u = {.bytes = {[1] = 3, [7] = 4, [23] = 5}};
  union large v = passed(u);
  assert(v.bytes[1] == 3 && v.bytes[7] == 4 && v.bytes[23] == 6);
  assert(u.bytes[23] == 5);
  return 0;
}
