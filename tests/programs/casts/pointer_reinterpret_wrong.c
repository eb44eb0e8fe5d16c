// Wrong: the first byte of an integer in memory is its lowest, not its highest.
#include <assert.h>

int main(void) {
  unsigned value = 0x11223344;
  assert(*(const unsigned char *)&value == 0x11);
  return 0;
}
