// The assertion holds; what is written through the pointer must not be missed after it.
#include <assert.h>
#include <stdint.h>

int x = 1;
uint32_t low, high;

int main(void) {
  low = (uint32_t)(uintptr_t)&x;
  high = (uint32_t)((uintptr_t)&x >> 32);
  *(int *)(((uintptr_t)high << 32) | low) = 2;
  assert(x == 2);
  return 0;
}
