// Wrong: a macro without a statement expression evaluates its argument twice.
#include <assert.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))

int main(void) {
  int i = 5;
  int larger = MAX(i++, 3);
  assert(larger == 5);
  return 0;
}
