// A function pointer is called by another member of a union: undefined behaviour.
#include <assert.h>
union u {
  int (*one)(int);
  int (*two)(int, int);
};
static int one(int a) { return a; }
int main(void) {
  union u u;
  u.one = one;
  assert(u.two(3, 4) == 3);
  return 0;
}
