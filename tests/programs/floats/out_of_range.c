// The result of a conversion that the integer type cannot represent is undefined (C11, 6.3.1.4).
#include <assert.h>

int main(void) {
  volatile double large = 1e20;
  int i = (int)large;
  assert(i != 12345);
}
