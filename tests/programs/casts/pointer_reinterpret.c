// Looking at an integer byte by byte shows its little-endian representation.
#include <assert.h>

int main(void) {
  unsigned value = 0x11223344;
  const unsigned char *bytes = (const unsigned char *)&value;
  assert(bytes[0] == 0x44 && bytes[1] == 0x33 && bytes[2] == 0x22 && bytes[3] == 0x11);
  ((unsigned char *)&value)[3] = 0xff;
  assert(value == 0xff223344);
  short *halves = (short *)&value;
  assert(halves[1] == (short)0xff22);
  return 0;
}
