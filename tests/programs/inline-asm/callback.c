// A function pointer that only assembly moves.
#include <assert.h>

static int one(void) { return 1; }
static int two(void) { return 2; }

static int (*current)(void) = one;

int main(void) {
  int (*next)(void) = two;
  __asm__("xchgq %0, %1" : "+r"(next), "+m"(current) : : "memory");
  assert(next() == 1 && current() == 2);
  return 0;
}
