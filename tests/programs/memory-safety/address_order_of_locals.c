// The order of two locals, as numbers, is not specified.
#include <assert.h>
#include <stdint.h>

int main(void) {
  int a, b;
  uintptr_t first = (uintptr_t)&a, second = (uintptr_t)&b;
  assert(first < second);
  return 0;
}
