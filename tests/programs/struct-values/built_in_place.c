// Clang builds a large struct that a function returns in the memory of its caller.
#include <assert.h>
struct large {
  int values[10];
};
static struct large make(void) {
  struct large result;
  int *p = result.values;
  for (int i = 0; i < 10; i++)
    p[i] = i;
  return result;
}
int main(void) {
  const struct large l = make();
  assert(l.values[9] == 9);
  return 0;
}
