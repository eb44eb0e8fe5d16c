// A switch over values far apart, over long long, and over an enum.
#include <assert.h>

enum mode { OFF, ON = 1000, AUTO = -5 };

static int byLong(long long x) {
  switch (x) {
  case -1:
    return 1;
  case 0x100000000LL:
    return 2;
  case 0x7fffffffffffffffLL:
    return 3;
  default:
    return 0;
  }
}

static int byMode(enum mode m) {
  switch (m) {
  case OFF:
    return 1;
  case ON:
    return 2;
  case AUTO:
    return 3;
  }
  return 0;
}

int main(void) {
  assert(byLong(-1) == 1 && byLong(0x100000000LL) == 2 && byLong(~0ULL >> 1) == 3 && byLong(0) == 0);
  assert(byMode(AUTO) == 3 && byMode(ON) == 2 && byMode(OFF) == 1 && byMode((enum mode)7) == 0);
  return 0;
}
