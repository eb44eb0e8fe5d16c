// A function without main: the midpoint of two numbers, as a binary search computes it. `low + high` overflows for large
// numbers; `low + (high - low) / 2` does not, if low <= high and neither is negative.
//
//   heddle verify --entry midpoint --property no-overflow examples/midpoint.c
//
// Violates: no-overflow in midpoint_broken. Holds: no-overflow in midpoint.
int midpoint(int low, int high) {
  if (low < 0 || high < low)
    return -1;
  return low + (high - low) / 2;
}

int midpoint_broken(int low, int high) {
  if (low < 0 || high < low)
    return -1;
  return (low + high) / 2;
}
