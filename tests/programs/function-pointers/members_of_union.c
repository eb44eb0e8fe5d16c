// A function pointer is called by the member of a union that was written.
#include <assert.h>
union u {
  int (*one)(int);
  int (*two)(int, int);
};
static int one(int a) { return a; }
static int two(int a, int b) { return a + b; }
int __VERIFIER_nondet_int(void);
int main(void) {
  union u u;
  int w = __VERIFIER_nondet_int();
  if (w)
    u.one = one;
  else
    u.two = two;
  assert((w ? u.one(3) : u.two(1, 2)) == 3);
  return 0;
}
