// The largest and smallest numbers that are in the range after truncation.
#include <assert.h>

int main(void) {
  volatile double above = 2147483647.9, below = -2147483648.9, fraction = -0.9, most = 255.9;
  volatile float low = -2147483648.0f, wide = -9223372036854775808.0f;
  assert((int)above == 2147483647);
  assert((int)below == -2147483647 - 1);
  assert((unsigned)fraction == 0);
  assert((unsigned char)most == 255);
  assert((int)low == -2147483647 - 1);
  assert((long)wide == -9223372036854775807L - 1);
}
