// A pointer that is put together from its halves: points-to analysis does not follow it.
#include <assert.h>
#include <stdint.h>

int x = 1;
uint32_t low, high;

static int isUnchanged(void) { return x == 1; }

int main(void) {
  low = (uint32_t)(uintptr_t)&x;
  high = (uint32_t)((uintptr_t)&x >> 32);
  *(int *)(((uintptr_t)high << 32) | low) = 2;
  assert(isUnchanged());
  return 0;
}
