// Wrong: the number of the bit begins with one.
#include <assert.h>
#include <strings.h>

int main(void) {
  assert(1 << ffs(8) == 8);
  return 0;
}
