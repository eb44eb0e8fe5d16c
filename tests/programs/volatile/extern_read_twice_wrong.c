// Two reads of a volatile object that is defined elsewhere need not agree.
#include <assert.h>
extern volatile int reg;
int main(void) {
  int a = reg;
  int b = reg;
  assert(a == b);
  return 0;
}
