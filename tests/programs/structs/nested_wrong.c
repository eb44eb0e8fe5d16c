// Wrong: assigning a struct copies it; a later change of the original does not reach the copy.
#include <assert.h>

struct inner {
  int value;
};
struct outer {
  struct inner inner;
};

int main(void) {
  struct inner original = {1};
  struct outer outer = {original};
  original.value = 2;
  assert(outer.inner.value == 2);
  return 0;
}
