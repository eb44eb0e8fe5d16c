// A struct in two registers, passed on by another function.
#include <assert.h>
struct words {
  long first, second;
};
int x;
struct words f(int i) {
  struct words result;
  result.first = 1;
  result.second = 2;
  while (i > 0)
    return result;
}
struct words g(void) { return f(x); }
int main(void) {
  assert(g().second == 2);
  return 0;
}
