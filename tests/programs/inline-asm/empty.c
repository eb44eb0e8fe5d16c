// Empty assembly and compiler barriers do nothing.
#include <assert.h>

int main(void) {
  int x = 1;
  __asm__("");
  x++;
  __asm__ volatile("" ::: "memory");
  x++;
  __asm__ __volatile__("" : : : "memory", "cc");
  assert(x == 3);
  return 0;
}
