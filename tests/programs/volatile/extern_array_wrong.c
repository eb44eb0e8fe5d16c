// Each read of an element counts.
#include <assert.h>
extern volatile unsigned char regs[4];
int main(void) {
  assert(regs[1] == regs[1]);
  return 0;
}
