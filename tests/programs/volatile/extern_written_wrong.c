// A device register need not keep what is written to it.
#include <assert.h>
extern volatile int reg;
int main(void) {
  reg = 3;
  assert(reg == 3);
  return 0;
}
