// This function is not the one of the library, although it has its name.
#include <assert.h>

int strlen(int base, int exponent);

int main(void) {
  assert(strlen(2, 3) != 9);
  return 0;
}
