// All return statements name the same local, whose place clang could give to the result.
#include <assert.h>
struct large {
  int values[10];
};
int x;
struct large f(int i) {
  struct large result = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  if (i > 0)
    return result;
}
int main(void) {
  struct large r = f(x);
  assert(r.values[3] == 4);
  return 0;
}
