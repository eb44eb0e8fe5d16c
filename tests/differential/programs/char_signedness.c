// Plain char, signed char and unsigned char: promotion, comparison, shifts and conversion of every byte.
#include "checksum.h"

static void everyByte(void) {
  for (int i = 0; i < 256; i++) {
    char plain = (char)i;
    signed char negative = (signed char)i;
    unsigned char positive = (unsigned char)i;
    mix(plain < positive);
    mix(plain == negative);
    mix((unsigned)(plain >> 2));
    mix((unsigned)(positive >> 2));
    mix((unsigned)(plain / 3));
    mix((unsigned)(negative % 7));
    mix((unsigned long)plain);
    mix((unsigned short)negative);
    mix((unsigned)~positive);
    mix((unsigned char)-plain);
    mix('\xf0' < 0);
  }
}

int main(void) {
  compare(0, everyByte);
  return finish();
}
