// A local struct is returned on every path on which the result is used.
#include <assert.h>
struct large {
  int values[10];
};
struct pair {
  int first, second;
};
int x;
struct large f(int i) {
  struct large result = {{1, 2, 3}};
  result.values[9] = i;
  if (i >= 0)
    return result;
}
struct pair g(int i) {
  struct pair result = {1, 2};
  for (;;)
    if (++i > 2)
      return result;
}
int main(void) {
  f(-1);
  assert(f(5).values[9] == 5);
  assert(g(0).second == 2);
  return 0;
}
