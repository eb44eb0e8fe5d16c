// A pointer survives the way through an integer, also with low bits used as a tag.
#include <assert.h>
#include <stdint.h>

static int numbers[4] = {10, 11, 12, 13};

int main(void) {
  uintptr_t address = (uintptr_t)&numbers[1];
  assert(*(int *)address == 11);
  assert(*(int *)(address + 2 * sizeof(int)) == 13);
  address |= 1;
  assert((address & 1) == 1);
  assert(*(int *)(address & ~(uintptr_t)1) == 11);
  assert((void *)(uintptr_t)5 != (void *)0);
  assert((int)(intptr_t)(void *)(intptr_t)-7 == -7);
  return 0;
}
