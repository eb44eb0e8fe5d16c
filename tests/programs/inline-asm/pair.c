// Two words are exchanged at once.
#include <assert.h>

struct pair {
  unsigned long first, second;
} __attribute__((aligned(16)));

static _Bool exchange(volatile struct pair *target, struct pair *expected, struct pair desired) {
  _Bool done;
  __asm__ __volatile__("lock cmpxchg16b %1; setz %0"
                       : "=q"(done), "+m"(*target), "+a"(expected->first), "+d"(expected->second)
                       : "b"(desired.first), "c"(desired.second)
                       : "memory", "cc");
  return done;
}

int main(void) {
  struct pair x = {1, 2}, expected = {1, 3};
  assert(!exchange(&x, &expected, (struct pair){7, 8}));
  assert(expected.first == 1 && expected.second == 2 && x.first == 1);
  assert(exchange(&x, &expected, (struct pair){7, 8}));
  assert(x.first == 7 && x.second == 8);
  return 0;
}
