// A volatile object of the program changes only if the program writes it.
#include <assert.h>
volatile int reg;
int main(void) {
  int a = reg;
  int b = reg;
  assert(a == b);
  return 0;
}
