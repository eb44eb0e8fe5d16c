// Integers of more than 128 bits have no model: as variables, parameters and results, they end in `unknown`.
#include <assert.h>
_BitInt(200) shared;

_BitInt(200) twice(_BitInt(200) value) { return value + value; }

int main(void) {
  unsigned _BitInt(200) local = 1;
  local <<= 150;
  shared = 3;
  assert(twice(shared) == 6 && local >> 149 == 2);
}
