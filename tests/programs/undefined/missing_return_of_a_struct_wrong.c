// The same for a struct, small or large.
#include <assert.h>
struct large {
  int values[10];
};
int x;
struct large a, b;
struct large f(int i) {
  if (i > 0)
    return a;
  if (i < 0)
    return b;
}
int main(void) {
  struct large r = f(x);
  assert(r.values[3] == 0);
  return 0;
}
