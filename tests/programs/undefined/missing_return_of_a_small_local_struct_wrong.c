// The same for structs that are returned in registers.
#include <assert.h>
struct pair {
  int first, second;
};
int x;
struct pair f(int i) {
  struct pair result = {1, 2};
  if (i > 0)
    return result;
}
int main(void) {
  struct pair r = f(x);
  assert(r.first == 1);
  return 0;
}
