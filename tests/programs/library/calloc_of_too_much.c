// The product of the two sizes does not fit into a size_t: calloc returns null.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(SIZE_MAX / 4 + 2, 4);
  assert(!numbers);
}
