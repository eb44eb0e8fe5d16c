// So is that of a number that is none.
#include <assert.h>

int main(void) {
  volatile float zero = 0;
  unsigned char c = (unsigned char)(zero / zero);
  assert(c != 12);
}
