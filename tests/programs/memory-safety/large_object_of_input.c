// Not proved: the size is an input, and may be one that the interpreter has no room for.
#include <assert.h>
#include <stdlib.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  const unsigned long size = __VERIFIER_nondet_ulong();
  char *block = malloc(size);
  if (size > 1UL << 35) {
    block[1UL << 34] = 1;
    assert(block[1UL << 34] != 1);
  }
  free(block);
  return 0;
}
