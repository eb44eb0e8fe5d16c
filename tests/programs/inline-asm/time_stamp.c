// The time stamp is any number, so that nothing can be concluded from two of them.
#include <assert.h>

static unsigned long stamp(void) {
  unsigned low, high;
  __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long)high << 32 | low;
}

int main(void) {
  unsigned long first = stamp();
  assert(stamp() >= first);
  return 0;
}
