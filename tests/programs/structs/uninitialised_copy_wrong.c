// A copy of a struct that was never initialised has any value.
#include <assert.h>
struct s {
  _Bool a;
  unsigned char b;
};
int main(void) {
  struct s original, first, second;
  first = original;
  second = first;
  assert(second.b == 0 || first.b != second.b);
  return 0;
}
